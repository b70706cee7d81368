/** Permission rules that deny Claude's file tools access to a folder. */

/**
 * Undefined if the path contains characters with a special meaning in a rule. Two slashes start an absolute path. `Edit`
 * covers every tool that changes files.
 */
export function denyRulesFor(folder: string): string[] | undefined {
  if (!/^\/[^*?[\](){}!\\\n]+$/.test(folder)) return undefined;
  return ['Read', 'Edit'].map((tool) => `${tool}(/${folder}/**)`);
}

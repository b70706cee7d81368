/** Permission rules that keep Claude's file tools out of a folder. */

/**
 * Undefined where the path holds characters that mean something else in a rule. Two slashes begin an absolute path.
 * `Edit` covers every tool that changes files.
 */
export function denyRulesFor(folder: string): string[] | undefined {
  if (!/^\/[^*?[\](){}!\\\n]+$/.test(folder)) return undefined;
  return ['Read', 'Edit'].map((tool) => `${tool}(/${folder}/**)`);
}

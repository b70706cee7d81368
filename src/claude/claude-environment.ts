/** The environment for a `claude` we start: Claude must never hold the means to answer itself. */

/** Everything but what speaks to a hub: tokens above all. */
export function claudeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('REINS_')));
}

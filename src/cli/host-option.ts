/** The option of commands that list things of all hosts of a fleet. */
export const HOST_OPTION = ['--host <host>', 'only on this host of the fleet'] as const;

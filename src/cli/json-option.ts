/** The option of every command that can print JSON. */
export const JSON_OPTION = ['--json', 'print JSON'] as const;

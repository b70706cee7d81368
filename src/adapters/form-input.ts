/** The form of an MCP server, in the same shape whether a hook or a control request reports it. */

interface FormRequest {
  readonly mcp_server_name?: string | undefined;
  readonly message?: string | undefined;
  /** `form` or `url`. */
  readonly mode?: string | undefined;
  readonly requested_schema?: unknown;
  readonly url?: string | undefined;
  readonly elicitation_id?: string | undefined;
}

export function formInput(interaction: FormRequest): Record<string, unknown> {
  const { mcp_server_name, message, mode, requested_schema, url, elicitation_id } = interaction;
  return {
    mcp_server_name,
    message,
    mode,
    requested_schema,
    ...(url !== undefined && { url }),
    ...(elicitation_id !== undefined && { elicitation_id }),
  };
}

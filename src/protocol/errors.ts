/** Errors that people see: a stable code for programs, a message with a remedy, and data. */

/** Every code with its HTTP status. Codes are stable: clients switch on them. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  not_found: 404,
  session_not_found: 404,
  token_not_found: 404,
  device_not_found: 404,
  pairing_refused: 403,
  too_many_attempts: 429,
  too_many_streams: 429,
  not_subscribed: 409,
  certificate_invalid: 400,
  token_exists: 409,
  session_exists: 409,
  ambiguous_session: 409,
  session_ended: 409,
  session_moved: 409,
  session_live: 409,
  session_conflict: 409,
  not_capable: 409,
  blocked: 409,
  takeover_needs_force: 409,
  folder_not_trusted: 409,
  not_resumable: 409,
  interaction_not_found: 404,
  interaction_closed: 409,
  no_route: 409,
  message_not_found: 404,
  message_exists: 409,
  message_too_late: 409,
  unsupported_content: 422,
  cwd_invalid: 400,
  claude_not_found: 503,
  driver_unavailable: 503,
  start_failed: 502,
  run_not_responding: 504,
  turn_failed: 502,
  too_large: 413,
  unsupported_media_type: 415,
  upgrade_required: 426,
  log_unavailable: 503,
  history_unavailable: 503,
  internal: 500,
  hub_already_running: 409,
  port_taken: 409,
  home_not_writable: 500,
  database_too_new: 500,
  settings_invalid: 500,
  policy_invalid: 400,
  policy_changed: 409,
  hub_not_running: 503,
  host_offline: 503,
  host_refused: 403,
} as const satisfies Record<string, number>;

/** Every code of an error. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of an error response. */
export interface ErrorBody {
  /** What went wrong. */
  readonly error: {
    /** Stable: programs can rely on it. */
    readonly code: ErrorCode;
    /** What happened, and what to do next. */
    readonly message: string;
    /** More about it, for programs. */
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** An error with a stable code, a message that explains what to do, and data. */
export class ReinsError extends Error {
  /** Stable: programs can rely on it. */
  readonly code: ErrorCode;
  /** More about it, for programs. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  /** As the hub reported it. */
  constructor(code: ErrorCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = 'ReinsError';
    this.code = code;
    this.details = details;
  }

  /** The body of an HTTP response. */
  toBody(): ErrorBody {
    return {
      error: { code: this.code, message: this.message, ...(this.details && { details: this.details }) },
    };
  }
}

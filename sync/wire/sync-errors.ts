/** Answers of push and pull that concern a whole request; each stops the push in its own way. */
export const syncErrors = {
  /** More than 500 operations: send fewer. */
  SYNC_BATCH_TOO_LARGE: 413,
  /** The first new operation is not the next in sequence; `details.ackedSeq` says where to go on. */
  SYNC_SEQUENCE_GAP: 409,
  /** An operation known under this id came with another content: an alarm, nothing is overwritten. */
  SYNC_PAYLOAD_CHANGED: 409,
  /** A decided sequence number came under another id: this device is a copy and takes a new id. */
  DEVICE_FORKED: 409,
  /** An operation names another actor, module or device than the grant. */
  SYNC_WRONG_ACTOR: 403,
  /** The server does not speak this protocol version: update the app. */
  SYNC_PROTOCOL_UNSUPPORTED: 426,
  /** The cursor is of another epoch, too old, or unreadable: fetch the base again. */
  SYNC_CURSOR_EXPIRED: 410,
  /** An envelope is malformed: `field` says where. */
  SYNC_OPERATION_MALFORMED: 400,
  /** The grant is unknown, expired or revoked: its author signs in again. */
  SYNC_GRANT_INVALID: 401,
} as const
export type SyncError = keyof typeof syncErrors

/** Codes of outcomes that the engine itself gives, beside those of each operation. */
export const engineOutcomeCodes = [
  'SYNC_UNKNOWN_OPERATION',
  'SYNC_ARGS_INVALID',
  'SYNC_TEXT_TOO_LONG',
  'SYNC_PERMISSION_MISSING',
  'SYNC_OUT_OF_SCOPE',
  'SYNC_WAITS_FOR',
  'SYNC_BLOCKED',
  'SYNC_NEEDS_A_PERSON',
] as const
/** One of the engine's own outcome codes. */
export type EngineOutcomeCode = (typeof engineOutcomeCodes)[number]

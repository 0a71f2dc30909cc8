import type { AccessError } from '#domain/access/errors.ts'
import type { DocumentError } from '#domain/document/errors.ts'
import type { DispatchError } from '#domain/warehouse/dispatch-errors.ts'
import type { RefurbAdministrationError } from '#domain/refurb/errors.ts'
import type { QuarantineError } from '#domain/warehouse/quarantine-errors.ts'
import type { StockError } from '#domain/warehouse/stock-errors.ts'
import type { PhotoError } from '#domain/warehouse/photo.ts'
import { syncErrors, type SyncError } from '#sync/wire/errors.ts'

/** Refusals that come from the conversation itself, before any rule of the field is asked. */
export type RequestError =
  | 'REQUEST_MALFORMED_JSON'
  | 'REQUEST_CONTENT_TYPE'
  | 'REQUEST_UNKNOWN_FIELD'
  | 'REQUEST_INVALID'
  | 'REQUEST_TOO_LARGE'
  | 'REQUEST_NOT_FOUND'
  | 'REQUEST_METHOD_NOT_ALLOWED'
  | 'REQUEST_FOREIGN_ORIGIN'
  | 'REQUEST_VERSION_CONFLICT'
  | 'SERVER_ERROR'
  | 'SERVER_UNAVAILABLE'

/** Every code that the error envelope carries. */
export type ErrorCode =
  | RequestError
  | AccessError
  | SyncError
  | RefurbAdministrationError
  | DocumentError
  | DispatchError
  | StockError
  | QuarantineError
  | PhotoError

/** HTTP status of each code. The only place that knows one from the other. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  REQUEST_MALFORMED_JSON: 400,
  REQUEST_CONTENT_TYPE: 415,
  REQUEST_UNKNOWN_FIELD: 400,
  REQUEST_INVALID: 422,
  REQUEST_TOO_LARGE: 413,
  REQUEST_NOT_FOUND: 404,
  REQUEST_METHOD_NOT_ALLOWED: 405,
  REQUEST_FOREIGN_ORIGIN: 403,
  REQUEST_VERSION_CONFLICT: 412,
  SERVER_ERROR: 500,
  SERVER_UNAVAILABLE: 503,
  ACCESS_CREDENTIALS_INVALID: 401,
  ACCESS_SSO_REQUIRED: 403,
  ACCESS_SSO_NOT_CONFIGURED: 422,
  ACCESS_SSO_PASSWORD_MANAGED: 403,
  ACCESS_SESSION_REQUIRED: 401,
  ACCESS_PERMISSION_MISSING: 403,
  ACCESS_NO_PERMISSIONS: 401,
  ACCESS_MODULE_MISMATCH: 409,
  ACCESS_MODULE_NOT_HELD: 403,
  ACCESS_ACCOUNT_LINK_INACTIVE: 403,
  ACCESS_THROTTLED: 429,
  ACCESS_PASSWORD_LINK_INVALID: 404,
  ACCESS_CURRENT_PASSWORD_WRONG: 422,
  ACCESS_WEB_ADDRESS_UNKNOWN: 404,
  PASSWORD_TOO_SHORT: 422,
  PASSWORD_TOO_LONG: 422,
  PASSWORD_NEEDS_LOWERCASE: 422,
  PASSWORD_NEEDS_UPPERCASE: 422,
  PASSWORD_NEEDS_DIGIT: 422,
  PASSWORD_SAME_AS_OLD: 422,
  REFURB_STEP_ASSIGNED: 409,
  STOCK_NAME_TAKEN: 422,
  STOCK_NATIVE_FIXED: 409,
  STOCK_IN_USE: 409,
  PROPOSAL_LINK_INVALID: 404,
  PROPOSAL_EXPIRED: 410,
  PROPOSAL_CLOSED: 409,
  QUARANTINE_NO_PROPOSAL: 409,
  QUARANTINE_NO_ADDRESS: 422,
  RETURN_LABEL_NO_ADDRESS: 422,
  ITEM_STATUS_NOT_ELIGIBLE: 409,
  PHOTO_NOT_AN_IMAGE: 422,
  PHOTO_TOO_MANY_PIXELS: 422,
  PHOTO_TRUNCATED: 422,
  PHOTO_TOO_LARGE: 413,
  PHOTO_HASH_DIFFERS: 422,
  PHOTO_CHANGED: 409,
  PHOTO_OFFSET_DIFFERS: 409,
  DOCUMENT_PACKAGE_OPEN: 409,
  DOCUMENT_MEDIA_UNFIT: 422,
  PRINTER_INACTIVE: 409,
  PRINTER_HOST_UNKNOWN: 422,
  PRINTER_HOST_NOT_ALLOWED: 422,
  PRINTER_REFUSED: 409,
  PRINTER_UNREACHABLE: 409,
  PRINTER_TIMEOUT: 409,
  PRINTER_CUT: 409,
  PRINTER_NAME_TAKEN: 409,
  DISPATCH_VALUE_UNKNOWN: 422,
  DISPATCH_WAREHOUSE_UNKNOWN: 422,
  DISPATCH_RULES_CHANGED: 409,
  ...syncErrors,
}

/** Every code, for the test that each has a text in four languages. */
export const errorCodes = Object.keys(errorStatus) as readonly ErrorCode[]

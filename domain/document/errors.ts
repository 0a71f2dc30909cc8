/** Why a paper or a print on a network printer is refused. */
export const documentErrors = [
  'DOCUMENT_PACKAGE_OPEN',
  'DOCUMENT_MEDIA_UNFIT',
  'PRINTER_INACTIVE',
  'PRINTER_HOST_UNKNOWN',
  'PRINTER_HOST_NOT_ALLOWED',
  'PRINTER_REFUSED',
  'PRINTER_UNREACHABLE',
  'PRINTER_TIMEOUT',
  'PRINTER_CUT',
  'PRINTER_NAME_TAKEN',
] as const
/** One reason. */
export type DocumentError = (typeof documentErrors)[number]

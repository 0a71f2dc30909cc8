/** Why a printer did not take a label. */
export const printerFaults = [
  'PRINTER_HOST_UNKNOWN',
  'PRINTER_HOST_NOT_ALLOWED',
  'PRINTER_REFUSED',
  'PRINTER_UNREACHABLE',
  'PRINTER_TIMEOUT',
  'PRINTER_CUT',
  /** No encrypted connection comes about: the port speaks no TLS, or asks for what is not known. */
  'PRINTER_NOT_ENCRYPTED',
  /** The installation prints by TLS alone, and the printer's settings say otherwise. */
  'PRINTER_ENCRYPTION_REQUIRED',
  /** Its certificate is another one than was given, or no authority has signed it for this name. */
  'PRINTER_CERTIFICATE_UNTRUSTED',
] as const
export type PrinterFault = (typeof printerFaults)[number]

/** Why a paper or a print on a network printer is refused. */
export const documentErrors = [
  'DOCUMENT_PACKAGE_OPEN',
  'DOCUMENT_MEDIA_UNFIT',
  /** The label is a carrier's file, which no label printer reads. */
  'DOCUMENT_CARRIER_LABEL',
  'DOCUMENT_NOT_READY',
  'DOCUMENT_NOT_MADE',
  'DOCUMENT_NOT_DUE',
  /** The account does not have the feature of terms of its own. */
  'TRANSFER_ORDER_TERMS_DISABLED',
  'SHIPPING_LABEL_NOT_READY',
  'SHIPPING_LABEL_NOT_DUE',
  'PRINTER_INACTIVE',
  ...printerFaults,
  'PRINTER_NAME_TAKEN',
] as const
export type DocumentError = (typeof documentErrors)[number]

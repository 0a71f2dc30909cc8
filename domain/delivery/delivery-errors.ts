/** Reasons why a carrier's word, a label or a delivery event is refused. Answers of the API carry them. */
export const deliveryErrors = [
  /** The installation does not speak to this host. */
  'CARRIER_HOST_NOT_ALLOWED',
  'CARRIER_NAME_TAKEN',
  /** Another carrier serves the circuit, the shipping method or the packages; `field` says which. */
  'CARRIER_SERVICE_TAKEN',
  /** No parcel of its own travels by this circuit or shipping method; `field` says which. */
  'CARRIER_SERVICE_UNFIT',
  'CARRIER_SIGNATURE_INVALID',
  /** It names no parcel of ours, or a moment that is still to come. */
  'DELIVERY_EVENT_INVALID',
  'DELIVERY_EVENT_IN_FUTURE',
  /** The product has not left in a parcel, and has no label. */
  'DELIVERY_NO_PARCEL',
  'DELIVERY_CSV_HEAD',
  'LABEL_NOT_FAILED',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

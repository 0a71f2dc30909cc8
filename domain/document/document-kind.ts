/** Papers of a package. */
export const packageDocumentKinds = ['package_label', 'packing_slip', 'tracking_sheet'] as const
export type PackageDocumentKind = (typeof packageDocumentKinds)[number]
/** Papers of the floor: what an item, a package or a parcel to a customer carries. */
export const floorDocumentKinds = ['item_label', 'return_label', ...packageDocumentKinds] as const
export type FloorDocumentKind = (typeof floorDocumentKinds)[number]

/** Media in millimetres: a shipping label, a small label for items, a sheet of an office printer. */
export const mediaSizes = ['100x150', '50x30', 'a4'] as const
export type MediaSize = (typeof mediaSizes)[number]
/** Media that label printers hold. */
export const labelSizes = ['100x150', '50x30'] as const
export type LabelSize = (typeof labelSizes)[number]

/** Width and height in millimetres, upright. */
export const mediaMm: Readonly<Record<MediaSize, { readonly widthMm: number; readonly heightMm: number }>> = {
  '100x150': { widthMm: 100, heightMm: 150 },
  '50x30': { widthMm: 50, heightMm: 30 },
  a4: { widthMm: 210, heightMm: 297 },
}

/** Media on which a kind can be printed; the first is its own. */
export const mediaOfKind: Readonly<Record<FloorDocumentKind, readonly MediaSize[]>> = {
  item_label: ['100x150', '50x30', 'a4'],
  return_label: ['100x150', 'a4'],
  package_label: ['100x150', 'a4'],
  packing_slip: ['a4', '100x150'],
  tracking_sheet: ['a4', '100x150'],
}

/** Whether a device knows what a kind says; no device holds the address of a customer. */
export function isMadeOnDevice(kind: FloorDocumentKind): boolean {
  return kind !== 'return_label'
}

/** Whether a kind fits a medium. */
export function fitsMedia(kind: FloorDocumentKind, media: MediaSize): boolean {
  return mediaOfKind[kind].includes(media)
}

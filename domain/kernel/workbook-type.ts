/** Media type of a workbook of a spreadsheet (.xlsx). */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Whether a file is a workbook, by its first bytes: packed, or of the old format, which an encrypted one has too. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) || isCompound(bytes)
}

/** Whether a file is of the old format of workbooks, by its first bytes. */
export function isCompound(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte)
}

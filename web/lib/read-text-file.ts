import { textOfBytes } from '#domain/kernel/text-encoding.ts'

/** The text of a file as a spreadsheet of any system writes it; null of a file that is no text, as a workbook. */
export async function readTextFile(file: Blob): Promise<string | null> {
  return textOfBytes(new Uint8Array(await file.arrayBuffer()))?.text ?? null
}

import { runInSlices, type Steps } from '#api/http/run-in-slices.ts'

/** The bytes of a document, once `draw` has drawn it; a long one is drawn in steps, between which others have their turn. */
export async function pdfBytes(
  document: PDFKit.PDFDocument,
  draw: (document: PDFKit.PDFDocument) => Steps<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  await runInSlices(draw(document), 1)
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

/** The bytes of a document, once `draw` has drawn it. */
export async function pdfBytes(
  document: PDFKit.PDFDocument,
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  draw(document)
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

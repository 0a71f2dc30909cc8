import type { DocumentTexts, PackageContent, PackageLine } from './document-content.ts'
import { mediaMm, type MediaSize, type PackageDocumentKind } from './document-kind.ts'
import { caption, numberBars, place, value } from './paper-parts.ts'
import { filled, groupedCode, onA4, rule, textMark, type Mark, type Sheet } from './sheet.ts'

/** The papers of a package, by kind. */
export function packageSheet(
  kind: PackageDocumentKind,
  content: PackageContent,
  texts: DocumentTexts,
  media: MediaSize,
): Sheet {
  if (kind === 'packing_slip') return packingSlip(content, texts, media)
  return kind === 'package_label' ? packageLabel(content, texts, media) : trackingSheet(content, texts, media)
}

function packageLabel(content: PackageContent, texts: DocumentTexts, media: MediaSize): Sheet {
  const words = texts.package
  const title = `${words.label} ${content.number}`
  const label: Sheet = {
    title,
    ...mediaMm['100x150'],
    pages: [
      [
        caption(words.from, 6, 6, 88),
        ...place(content.from, { xMm: 6, yMm: 10, widthMm: 88, heightMm: 22, sizeMm: 4, minSizeMm: 3 }),
        rule(0, 33, 100),
        caption(words.to, 6, 36, 88),
        ...place(content.to, { xMm: 6, yMm: 40, widthMm: 88, heightMm: 38, sizeMm: 7, minSizeMm: 4.2 }),
        rule(0, 79, 100),
        ...packageFacts(content, words),
        rule(0, 94, 100),
        ...numberBars(content.number, words.number, { xMm: 6, yMm: 97, widthMm: 88, heightMm: 34 }),
      ],
    ],
  }
  return media === 'a4' ? onA4(label) : label
}

function packageFacts({ closedOn, weight, lines }: PackageContent, words: DocumentTexts['package']): readonly Mark[] {
  const [closedMm, countMm] = weight === null ? [42, 42] : [36, 26]
  const marks = [
    caption(closedOn === null ? words.open : words.closedOn, 6, 82, closedMm),
    textMark(closedOn ?? '', value(6, 86, closedMm)),
    caption(words.count, 10 + closedMm, 82, countMm),
    textMark(String(lines.length), value(10 + closedMm, 86, countMm)),
  ]
  if (weight === null) return marks
  return [...marks, caption(words.weight, 74, 82, 20), textMark(weight, value(74, 86, 20))]
}

const rowMm = 8.5

function packingSlip(content: PackageContent, texts: DocumentTexts, media: MediaSize): Sheet {
  const size = media === 'a4' ? mediaMm.a4 : mediaMm['100x150']
  const words = texts.package
  const isA4 = media === 'a4'
  const marginMm = isA4 ? 14 : 5
  const widthMm = size.widthMm - 2 * marginMm
  const headMm = isA4 ? 92 : 70
  const onFirst = Math.floor((size.heightMm - headMm - 16) / rowMm)
  const onNext = Math.floor((size.heightMm - 40) / rowMm)
  const groups = [content.lines.slice(0, onFirst)]
  for (let at = onFirst; at < content.lines.length; at += onNext) groups.push(content.lines.slice(at, at + onNext))
  const pages = groups.map((lines, page): readonly Mark[] => {
    const first = page === 0 ? 0 : onFirst + (page - 1) * onNext
    const topMm = page === 0 ? headMm : 24
    return [
      ...(page === 0
        ? slipHead(content, words, marginMm, widthMm, isA4)
        : [
            textMark(`${words.slip} ${groupedCode(content.number)}`, {
              ...value(marginMm, 8, widthMm),
              sizeMm: isA4 ? 4.6 : 3.6,
            }),
          ]),
      ...table(lines, first, words, { marginMm, widthMm, topMm, isA4 }),
      textMark(filled(words.page, { page: page + 1, pages: groups.length }), {
        xMm: marginMm,
        yMm: size.heightMm - 9,
        widthMm,
        maxLines: 1,
        sizeMm: 3,
        minSizeMm: 2.4,
        align: 'end',
      }),
    ]
  })
  return { title: `${words.slip} ${content.number}`, ...size, pages }
}

function slipHead(
  content: PackageContent,
  words: DocumentTexts['package'],
  marginMm: number,
  widthMm: number,
  isA4: boolean,
): readonly Mark[] {
  const half = widthMm / 2 - 3
  const placed = { heightMm: isA4 ? 27 : 18, sizeMm: isA4 ? 4 : 3.2, minSizeMm: 2.4 }
  const placesMm = isA4 ? 24 : 14
  const barsMm = isA4 ? 56 : 37
  const state = content.closedOn === null ? words.open : `${words.closedOn} ${content.closedOn}`
  return [
    textMark(words.slip, {
      xMm: marginMm,
      yMm: isA4 ? 12 : 5,
      widthMm,
      maxLines: 1,
      sizeMm: isA4 ? 7.5 : 5.5,
      minSizeMm: 4,
      bold: true,
    }),
    caption(words.from, marginMm, placesMm, half),
    ...place(content.from, { xMm: marginMm, yMm: placesMm + 4, widthMm: half, ...placed }),
    caption(words.to, marginMm + half + 6, placesMm, half),
    ...place(content.to, { xMm: marginMm + half + 6, yMm: placesMm + 4, widthMm: half, ...placed }),
    ...numberBars(content.number, `${words.number} - ${state}`, {
      xMm: marginMm,
      yMm: barsMm,
      widthMm,
      heightMm: isA4 ? 14 : 12,
    }),
  ]
}

function table(
  lines: readonly PackageLine[],
  first: number,
  words: DocumentTexts['package'],
  { marginMm, widthMm, topMm, isA4 }: { marginMm: number; widthMm: number; topMm: number; isA4: boolean },
): readonly Mark[] {
  const columns: readonly number[] = isA4 ? [10, 74, 46, 52] : [8, 50, 32, 0]
  const scaled = columns.map((column) => (column * widthMm) / columns.reduce((sum, each) => sum + each, 0))
  const at = scaled.map((_, index) => marginMm + scaled.slice(0, index).reduce((sum, each) => sum + each, 0))
  const size = { sizeMm: isA4 ? 3.4 : 2.8, minSizeMm: 2.2, maxLines: 2 }
  const cell = (text: string, column: number, yMm: number, rest: object = {}): Mark =>
    textMark(text, { xMm: at[column]!, yMm, widthMm: scaled[column]! - 2, ...size, ...rest })
  const head = { maxLines: 1, bold: true }
  const marks: Mark[] = [
    cell(words.product, 1, topMm - 5, head),
    cell(words.itemCode, 2, topMm - 5, head),
    ...(isA4 ? [cell(words.buybackCode, 3, topMm - 5, head)] : []),
    rule(marginMm, topMm - 0.6, widthMm),
  ]
  for (const [index, line] of lines.entries()) {
    const yMm = topMm + index * rowMm + 0.8
    marks.push(
      cell(String(first + index + 1), 0, yMm, head),
      cell(line.imei === null ? line.product : `${line.product} (${line.imei})`, 1, yMm),
      cell(groupedCode(line.code), 2, yMm, { bold: true, maxLines: 1 }),
      ...(isA4 ? [cell(groupedCode(line.buybackCode), 3, yMm, { maxLines: 1 })] : []),
      rule(marginMm, yMm + rowMm - 1.2, widthMm),
    )
  }
  return marks
}

function trackingSheet(content: PackageContent, texts: DocumentTexts, media: MediaSize): Sheet {
  const size = media === 'a4' ? mediaMm.a4 : mediaMm['100x150']
  const isA4 = media === 'a4'
  const words = texts.package
  const marginMm = isA4 ? 14 : 5
  const widthMm = size.widthMm - 2 * marginMm
  const topMm = isA4 ? 110 : 76
  const heightMm = isA4 ? 26 : 11.5
  const stepMm = widthMm * 0.28
  const columnMm = (widthMm - stepMm) / 4
  const steps = [words.prepared, words.handedOver, words.carried, words.received]
  const columns = [words.date, words.name, words.counted, words.signature]
  const marks: Mark[] = [
    ...slipHead(content, { ...words, slip: words.tracking }, marginMm, widthMm, isA4),
    textMark(filled(words.total, { count: content.lines.length }), {
      ...value(marginMm, topMm - (isA4 ? 22 : 13), widthMm),
      sizeMm: isA4 ? 5 : 3.6,
    }),
    textMark(words.step, { ...value(marginMm, topMm - 5.5, stepMm - 2), sizeMm: isA4 ? 3.4 : 2.6 }),
  ]
  for (const [index, name] of columns.entries())
    marks.push(
      textMark(name, {
        ...value(marginMm + stepMm + index * columnMm + 1, topMm - (isA4 ? 8.5 : 6), columnMm - 2),
        sizeMm: isA4 ? 3.4 : 2.4,
        minSizeMm: isA4 ? 2.4 : 1.9,
        maxLines: 2,
      }),
    )
  for (const [row, name] of steps.entries()) {
    const yMm = topMm + row * heightMm
    marks.push(
      { kind: 'box', xMm: marginMm, yMm, widthMm, heightMm },
      textMark(name, {
        xMm: marginMm + 1.5,
        yMm: yMm + 2,
        widthMm: stepMm - 3,
        maxLines: 3,
        sizeMm: isA4 ? 4 : 2.6,
        minSizeMm: 2,
        bold: true,
      }),
    )
    for (let index = 0; index < columns.length; index++)
      marks.push({ kind: 'box', xMm: marginMm + stepMm + index * columnMm, yMm, widthMm: columnMm, heightMm })
  }
  const endMm = topMm + steps.length * heightMm
  marks.push(caption(words.remarks, marginMm, endMm + 3, widthMm))
  marks.push({ kind: 'box', xMm: marginMm, yMm: endMm + 7, widthMm, heightMm: size.heightMm - endMm - 7 - marginMm })
  return { title: `${words.tracking} ${content.number}`, ...size, pages: [marks] }
}

import type { BuybackContent } from './buyback-content.ts'
import type { DocumentTexts } from './document-content.ts'
import type { PageFlow } from './page-flow.ts'
import { barsMark, groupedCode, heightOf, rule, textMark, type Mark } from './sheet.ts'

/** Margin and width of the papers of a buyback on A4. */
export const paperMm = { margin: 16, width: 178, bottom: 282 } as const

/** Title and account at the left, the buyback's number as bars at the right; 30 mm high. */
function paperHead(
  title: string,
  { accountName, number }: Pick<BuybackContent, 'accountName' | 'number'>,
  texts: DocumentTexts,
): readonly Mark[] {
  const barsMm = 62
  const leftMm = paperMm.margin + paperMm.width - barsMm
  return [
    textMark(accountName, {
      xMm: paperMm.margin,
      yMm: 14,
      widthMm: paperMm.width - barsMm - 8,
      maxLines: 1,
      sizeMm: 4.2,
      minSizeMm: 3,
    }),
    textMark(title, {
      xMm: paperMm.margin,
      yMm: 20,
      widthMm: paperMm.width - barsMm - 8,
      maxLines: 2,
      sizeMm: 7,
      minSizeMm: 5,
      bold: true,
    }),
    textMark(texts.buyback.number, {
      xMm: leftMm,
      yMm: 11,
      widthMm: barsMm,
      maxLines: 1,
      sizeMm: 3,
      minSizeMm: 2.2,
      align: 'center',
    }),
    barsMark(number, { xMm: leftMm, yMm: 15.5, widthMm: barsMm, heightMm: 14 }, 0.42),
    textMark(groupedCode(number), {
      xMm: leftMm,
      yMm: 30.5,
      widthMm: barsMm,
      maxLines: 1,
      sizeMm: 4.6,
      minSizeMm: 3.4,
      bold: true,
      align: 'center',
    }),
    rule(paperMm.margin, 38, paperMm.width),
  ]
}

/** Pages of a flow below the head of a paper; pages after the first name the paper in one line. */
export function headed(
  title: string,
  content: Pick<BuybackContent, 'accountName' | 'number'>,
  texts: DocumentTexts,
  pages: readonly (readonly Mark[])[],
): readonly (readonly Mark[])[] {
  const line = textMark(`${title} ${groupedCode(content.number)}`, {
    xMm: paperMm.margin,
    yMm: 10,
    widthMm: paperMm.width,
    maxLines: 1,
    sizeMm: 3.6,
    minSizeMm: 2.6,
  })
  return pages.map((marks, page) => [...(page === 0 ? paperHead(title, content, texts) : [line]), ...marks])
}

export function heading(flow: PageFlow, text: string): void {
  flow.gap(4)
  const mark = (yMm: number) =>
    textMark(text, {
      xMm: paperMm.margin,
      yMm,
      widthMm: paperMm.width,
      maxLines: 1,
      sizeMm: 4.4,
      minSizeMm: 3.2,
      bold: true,
    })
  // Never alone at the end of a page.
  flow.add(7, (yMm) => [mark(yMm)], 12)
}

/** Facts below one another: the word at the left, what it says at the right of it. */
export function facts(flow: PageFlow, lines: readonly (readonly [word: string, value: string | null])[]): void {
  const wordMm = 52
  for (const [word, value] of lines) {
    if (value === null || value === '') continue
    const room = { maxLines: 2, minSizeMm: 2.6 }
    const said = (yMm: number) =>
      textMark(value, {
        ...room,
        xMm: paperMm.margin + wordMm,
        yMm,
        widthMm: paperMm.width - wordMm,
        sizeMm: 3.8,
        bold: true,
      })
    flow.add(Math.max(heightOf(said(0)), 4.6) + 0.9, (yMm) => [
      textMark(word, {
        xMm: paperMm.margin,
        yMm: yMm + 0.3,
        widthMm: wordMm - 3,
        maxLines: 1,
        sizeMm: 3.4,
        minSizeMm: 2.4,
      }),
      said(yMm),
    ])
  }
}

/** The product: its name, numbers and declared condition. */
export function productFacts(flow: PageFlow, content: BuybackContent, texts: DocumentTexts): void {
  facts(flow, [
    [texts.package.product, content.product],
    [texts.itemLabel.imei, content.imei],
    [texts.itemLabel.serialNumber, content.serialNumber],
    [texts.itemLabel.grade, content.grade === null ? null : texts.condition[content.grade]],
  ])
}

/** Questions with the declared answers, small. */
export function declaredAnswers(flow: PageFlow, content: BuybackContent, texts: DocumentTexts): void {
  if (content.answers.length === 0) return
  heading(flow, texts.buyback.declared)
  const half = paperMm.width * 0.62
  for (const { question, answer } of content.answers) {
    const room = { maxLines: 2, sizeMm: 3.3, minSizeMm: 2.6 }
    const asked = (yMm: number) => textMark(question, { ...room, xMm: paperMm.margin, yMm, widthMm: half - 4 })
    const said = (yMm: number) =>
      textMark(answer, {
        ...room,
        xMm: paperMm.margin + half,
        yMm,
        widthMm: paperMm.width - half,
        bold: true,
      })
    flow.add(Math.max(heightOf(asked(0)), heightOf(said(0))) + 0.9, (yMm) => [asked(yMm), said(yMm)])
  }
}

/** Amounts at the right of what they are for; the last one is the sum. */
export function amounts(flow: PageFlow, lines: readonly (readonly [label: string, amount: string])[]): void {
  const amountMm = 44
  for (const [index, [label, amount]] of lines.entries()) {
    const isSum = index === lines.length - 1
    const room = { maxLines: 1, minSizeMm: 2.6, sizeMm: isSum ? 4.4 : 3.6, bold: isSum }
    flow.add(isSum ? 7.5 : 5.4, (yMm) => [
      ...(isSum ? [rule(paperMm.margin, yMm + 0.4, paperMm.width)] : []),
      textMark(label, {
        ...room,
        xMm: paperMm.margin,
        yMm: yMm + (isSum ? 1.6 : 0.3),
        widthMm: paperMm.width - amountMm - 4,
      }),
      textMark(amount, {
        ...room,
        xMm: paperMm.margin + paperMm.width - amountMm,
        yMm: yMm + (isSum ? 1.6 : 0.3),
        widthMm: amountMm,
        align: 'end',
      }),
    ])
  }
}

/** Numbered steps. */
export function steps(flow: PageFlow, lines: readonly string[]): void {
  for (const [index, line] of lines.entries()) {
    const said = (yMm: number) =>
      textMark(line, {
        xMm: paperMm.margin + 9,
        yMm,
        widthMm: paperMm.width - 9,
        maxLines: 3,
        sizeMm: 3.8,
        minSizeMm: 3,
      })
    flow.add(heightOf(said(0)) + 1.6, (yMm) => [
      textMark(`${index + 1}.`, {
        xMm: paperMm.margin,
        yMm,
        widthMm: 8,
        maxLines: 1,
        sizeMm: 3.8,
        minSizeMm: 3,
        bold: true,
      }),
      said(yMm),
    ])
  }
}

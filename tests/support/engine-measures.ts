// What runs in pages of the floor, whichever browser they are in: each function stands alone.

/** Whether the open sheet lies within the screen, and its content is in sight or to be scrolled to. */
export function isSheetWhole(title: string | null): boolean {
  const sheet = document.querySelector<HTMLDialogElement>('dialog[open]')
  const body = [...(sheet?.children ?? [])].find(({ tagName }) => tagName === 'DIV')
  if (!sheet || !body || (title !== null && sheet.querySelector('h2')?.textContent !== title)) return false
  const { left, right, top, bottom } = sheet.getBoundingClientRect()
  const isWithin = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight + 1
  // A body that has no height of its own is some 20 px high, whatever is in it.
  const wanted = Math.min(body.scrollHeight, 200)
  return isWithin && wanted > 20 && body.clientHeight >= wanted && body.scrollWidth <= body.clientWidth
}

/**
 * What is wrong with the codes of a sheet that is to be printed: one beyond its page, narrower than a scanner reads, or
 * over another one. Null while the sheet is drawn.
 */
export function measureCodes(): { readonly codes: number; readonly trouble: readonly string[] } | null {
  const pages = [...document.querySelectorAll<SVGSVGElement>('.print-preview > svg')]
  if (pages.length === 0) return null
  const trouble: string[] = []
  let codes = 0
  for (const [number, page] of pages.entries()) {
    const paper = page.getBoundingClientRect()
    const mm = paper.width / page.viewBox.baseVal.width
    const boxes = [...page.querySelectorAll(':scope > svg')].map((code) => code.getBoundingClientRect())
    for (const [at, box] of boxes.entries()) {
      const name = `page ${number + 1}, code ${at + 1}`
      if (box.left < paper.left || box.right > paper.right || box.top < paper.top || box.bottom > paper.bottom)
        trouble.push(`${name} is beyond the page`)
      if (box.width / mm < 10 || box.height / mm < 5) trouble.push(`${name} is too small`)
      const isOver = boxes.some(
        (other, place) =>
          place < at &&
          other.left < box.right &&
          other.right > box.left &&
          other.top < box.bottom &&
          other.bottom > box.top,
      )
      if (isOver) trouble.push(`${name} is over another`)
    }
    codes += boxes.length
  }
  return { codes, trouble }
}

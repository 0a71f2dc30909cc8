import { describe, expect, it } from 'vitest'
import { pictureWidths } from './picture.ts'
import { textPictureHtml, textPicturePx, withInserted } from './text-picture.ts'

describe('a picture in a text', () => {
  it('is asked for at a size that there is, with its measures and what it shows', () => {
    expect(pictureWidths).toContain(textPicturePx)
    const html = textPictureHtml({
      path: '/api/pictures/x',
      width: 1600,
      height: 1200,
      alt: ' Nos "ateliers" & <nous> ',
    })
    expect(html).toBe(
      '<img src="/api/pictures/x?width=960" alt="Nos &quot;ateliers&quot; &amp; &lt;nous&gt;" width="960" height="720">',
    )
    const small = textPictureHtml({ path: '/p', width: 20, height: 10, alt: 'Logo' })
    expect(small).toContain('width="20" height="10"')
  })

  it('goes where the cursor is, and leaves plain text as visitors read it', () => {
    expect(withInserted('<p>A</p><p>B</p>', '<img>', 8)).toBe('<p>A</p><img><p>B</p>')
    expect(withInserted('', '<img>', 0)).toBe('<img>')
    expect(withInserted('Eins\nzwei\n\nA & B', '<img>', 9)).toBe('<p>Eins<br>zwei</p>\n<img>\n<p>A &amp; B</p>')
  })
})

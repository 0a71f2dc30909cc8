import { describe, expect, it } from 'vitest'
import { hasVisibleText, visibleText } from './visible-text.ts'

describe('what a text shows', () => {
  it.each([
    ['  Ada ', 'Ada'],
    ['\u200e\u200f\u200e', ''],
    ['\u200b\u2060\ufeff\u00ad\u3164\u2800', ''],
    // Copied out of a certificate or an address book.
    ['\u200e+33 6 12 34 56 78\u202c', '+33 6 12 34 56 78'],
    ['a\u202eb', 'ab'],
    ['Ada\u0007 Lovelace\u001b', 'Ada Lovelace'],
    ['line\n\tline', 'line\n\tline'],
    // As word processors copy a soft line break.
    ['line\vline', 'line line'],
    // Joined letters and emoji, a flag with its tags, and a selector of how an emoji looks.
    ['\u{1f469}\u200d\u{1f527}', '\u{1f469}\u200d\u{1f527}'],
    ['\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
    ['\u2764\ufe0f', '\u2764\ufe0f'],
    ['نمی\u200cخواهم', 'نمی\u200cخواهم'],
    // Joiners where they have a meaning, and where they make two names of one.
    ['ක්\u200dරි', 'ක්\u200dරි'],
    ['क्\u200dष', 'क्\u200dष'],
    ['\u2764\ufe0f\u200d\u{1f525}', '\u2764\ufe0f\u200d\u{1f525}'],
    ['pay\u200dpal', 'paypal'],
    ['Ma\u200cr\u200btin', 'Martin'],
    ['Mar\u202etin', 'Martin'],
    ['Mar\u200ftin', 'Martin'],
    ['soft\u00adware', 'software'],
    ['a\u{e0041}b', 'ab'],
    ['Mar\ufe0ftin', 'Martin'],
    ['Mar\u{e0101}tin', 'Martin'],
    // How an emoji, a number in a keycap and letters with variants look.
    ['1\ufe0f\u20e3 \u2708\ufe0e', '1\ufe0f\u20e3 \u2708\ufe0e'],
    ['\u845b\u{e0101}\u57ce', '\u845b\u{e0101}\u57ce'],
    ['\u182d\u180b\u1820', '\u182d\u180b\u1820'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    // Composed, with no more marks than any language piles up.
    ['e\u0301', 'é'],
    ['Vie\u0323\u0302t', 'Việt'],
    [`a${'\u0336'.repeat(120)}b`, `a${'\u0336'.repeat(3)}b`],
    ['ကြွေးကျွန်', 'ကြွေးကျွန်'],
    // Syllables of four and five marks on a letter, also after a composed one.
    ['မြို့', 'မြို့'],
    ['လွှို့ ကြွံ့ မြွှို့', 'လွှို့ ကြွံ့ မြွှို့'],
    ['ที่ กู้ ผู้ใหญ่', 'ที่ กู้ ผู้ใหญ่'],
    ['ស្រី្ត', 'ស្រី្ត'],
    [`က${'\u0336'.repeat(120)}`, `က${'\u0336'.repeat(6)}`],
    [`သ${'\u102d'.repeat(120)}x${'\u102d'.repeat(120)}`, `သ${'\u102d'.repeat(6)}x${'\u102d'.repeat(3)}`],
  ])('is %j as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })

  it.each(['', ' \n', '<p></p>', '<p>&nbsp;</p>', '<p><br></p>\n<p>\u200b</p>', '<!-- later -->', '<h2>&#160;</h2>'])(
    'is nothing for %j',
    (html) => {
      expect(hasVisibleText(html)).toBe(false)
    },
  )

  it('is the same with and without each character that Unicode shows as nothing, between Latin letters', () => {
    const hidden = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))
    expect(hidden.length).toBeGreaterThan(4000)
    expect(hidden.filter((character) => visibleText(`a${character}b`) !== 'ab')).toEqual([])
  })

  it('of a long text is found in time that grows with its length', () => {
    const long = 2_000_000
    expect(visibleText(`a${' '.repeat(long)}b`)).toHaveLength(long + 2)
    expect(visibleText('\u200b'.repeat(long))).toBe('')
    expect(visibleText('\u0336'.repeat(long))).toBe('\u0336'.repeat(3))
    expect(visibleText(`a${'\u0301\u0323'.repeat(long / 2)}`)).toHaveLength(4)
    expect(visibleText('\u{e0020}'.repeat(long / 2))).toBe('')
    expect(visibleText('\u200d'.repeat(long))).toBe('')
    expect(visibleText('\ufe0f'.repeat(long))).toBe('')
    expect(hasVisibleText('<a'.repeat(long))).toBe(true)
    expect(hasVisibleText('<!--'.repeat(long))).toBe(false)
  })

  it.each(['Terms', '<p>Terms</p>', 'a < b', '<p><img src="/api/pictures/1"></p>', '<3', '&lt;'])(
    'is something for %j',
    (html) => {
      expect(hasVisibleText(html)).toBe(true)
    },
  )
})

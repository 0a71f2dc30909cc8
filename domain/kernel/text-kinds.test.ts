import { describe, expect, it } from 'vitest'
import { isPersonName, mailedName, nameWithin, textKinds } from './text-kinds.ts'
import { capturedText, requiredName } from './text-input.schema.ts'

describe('a text of a kind', () => {
  it.each([
    ['personName', 'Jean\r\nBcc: x', 'Jean Bcc: x'],
    ['personName', 'evil.example', 'evil. example'],
    ['personName', 'evil．example', 'evil． example'],
    ['personName', 'evil。example', 'evil。 example'],
    ['personName', 'J.R.R. Tolkien', 'J.R.R. Tolkien'],
    ['line', ' 12 rue\n\tde la Paix ', '12 rue de la Paix'],
    ['paragraph', ' one\r\ntwo ', 'one\ntwo'],
    ['code', ' RB\u200d12\ufe0f\u200e ', 'RB12'],
    ['fileName', 'C:\\fakepath\\prices.csv', 'prices.csv'],
    ['fileName', '../../etc/passwd', 'passwd'],
    ['fileName', '..', ''],
  ] as const)('%s: %j is kept as %j', (kind, text, kept) => {
    expect(textKinds[kind](text)).toBe(kept)
    expect(textKinds[kind](kept)).toBe(kept)
  })
})

describe("a person's name", () => {
  it.each([
    "D'Arcy",
    'Anne-Sophie',
    'Müller (geb. Schmidt)',
    'O’Neil',
    '李小龍',
    'محمد',
    'Łukasz',
    'St. John',
    'Ph.D.',
    'Ravi a/l Kumar',
    'Siti A/P Rajan',
    'Kumar s/o Muthu',
    'Devi d/o Raman',
  ])('may be %j', (name) => {
    expect(isPersonName(name)).toBe(true)
    expect(requiredName({ min: 1, max: 255 }).parse(name)).toBe(name)
  })

  it.each([
    'x@y.example',
    'a/b',
    'evil a/l',
    'a/l evil',
    'Ravi a/l/x',
    'Ravi la/l x',
    'Ravi a/b x',
    ' a/x y',
    'https://evil.example',
    'www.evil',
    '<b>',
    'a\\b',
    'x＠y．example',
    'a／b',
    'ｗｗｗ．evil',
    'www。evil',
    'Anne,\n\nhttps://evil.example/x',
  ])('is not %j', (name) => {
    expect(isPersonName(name)).toBe(false)
    expect(
      requiredName()
        .safeParse(name)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['FORM_NAME_CHARACTERS'])
  })

  it('holds no character that is read as one of an address, whatever its width and kind', () => {
    const read = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[@\\<>{}[\]|/]/.test(character.normalize('NFKC')))
    expect(read.length).toBeGreaterThan(20)
    expect(read.filter((character) => isPersonName(`Anne${character}evil`))).toEqual([])
    expect(read.filter((character) => !isPersonName(nameWithin(`Anne${character}evil`)))).toEqual([])
  })

  it('is what remains where its bearer cannot be asked again', () => {
    expect(nameWithin('Anne http://evil.example/x')).toBe('Anne http: evil. example x')
    expect(nameWithin('anne@evil.example')).toBe('anne evil. example')
    expect(nameWithin('Ravi a/l Kumar a/b')).toBe('Ravi a/l Kumar a b')
    expect(isPersonName(nameWithin('wwWWW.w.@/'))).toBe(true)
  })

  it.each([
    ['Anne', 'Anne'],
    ['María del Carmen', 'María del Carmen'],
    ['Anne, votre paiement est bloqué', ''],
    ['Call 0612345678', ''],
    ['Anne http://evil.example', ''],
    ['x'.repeat(41), ''],
    ['Win 100€', ''],
    ['evil.example', ''],
    ['evil．example', ''],
    ['evil。example', ''],
    ['Votre compte est bloqué！', ''],
    ['账户，请致电', ''],
    ['Gagnez Ⅳ', ''],
    ['Free 🎁', ''],
    ['Gal·la', 'Gal·la'],
    ['O´Neil', 'O´Neil'],
    ['Jean‐Luc (dit O’Neil)', 'Jean‐Luc (dit O’Neil)'],
    ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ])('addresses a reader in a mail where it is no message: %j as %j', (name, mailed) => {
    expect(mailedName(name)).toBe(mailed)
  })
})

describe('a text of an operation', () => {
  it('is cleaned and never refused for what it holds', () => {
    const comment = capturedText(10)
    expect(comment.parse('a\u202eb\u0007')).toBe('ab')
    // Composing it makes two characters of each.
    expect(comment.parse('\u0958'.repeat(10))).toHaveLength(10)
    expect(capturedText(3, 'line').parse('a\nb')).toBe('a b')
    expect(comment.safeParse('x'.repeat(11)).success).toBe(false)
  })
})

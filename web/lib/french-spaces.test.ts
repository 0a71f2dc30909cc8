import { expect, it } from 'vitest'
import { startTexts } from './every-text.ts'
import { withFrenchSpaces } from './french-spaces.ts'

it('a line of French breaks before no double sign and inside no quotation marks', () => {
  const text = 'Vers « {{stock}} » : confirmer ? Oui ; un mot'
  const bound = 'Vers «\u00a0{{stock}}\u00a0»\u00a0: confirmer\u00a0? Oui\u00a0; un mot'
  expect(withFrenchSpaces({ ask: { title: text } })).toEqual({ ask: { title: bound } })
})

it('the texts of the app are French in this, and otherwise as they are written', async () => {
  const question = async (language: 'fr-FR' | 'en-GB'): Promise<string> => {
    const texts = await startTexts(language, ['access'])
    return texts.t(($) => $.login.lostPassword, { ns: 'access' })
  }
  expect(await question('fr-FR')).toBe('Mot de passe oublié\u00a0?')
  expect(await question('en-GB')).toMatch(/^[\u0020-\u007e]+$/)
})

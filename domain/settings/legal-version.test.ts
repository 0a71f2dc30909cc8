import { expect, it } from 'vitest'
import { legalVersionFor, type LegalVersions } from './legal-version.ts'

const versions = (part: Partial<LegalVersions>): LegalVersions => ({ own: 'fr-FR', texts: {}, files: {}, ...part })

it.each([
  ['in the reader’s language', { texts: { 'fr-FR': 'Bonjour', 'de-DE': 'Hallo' } }, ['de-DE', 'Hallo', null]],
  ['in the account’s, where the reader’s is missing', { texts: { 'fr-FR': 'Bonjour' } }, ['fr-FR', 'Bonjour', null]],
  ['in the account’s, where the reader’s is blank', { texts: { 'fr-FR': 'A', 'de-DE': ' ' } }, ['fr-FR', 'A', null]],
  [
    'as the file of the reader’s language alone',
    { texts: { 'fr-FR': 'A' }, files: { 'de-DE': '/f' } },
    ['de-DE', null, '/f'],
  ],
  ['without the file of another language', { texts: { 'de-DE': 'A' }, files: { 'fr-FR': '/f' } }, ['de-DE', 'A', null]],
  ['in any language, where neither has it', { texts: { 'nl-BE': 'Dag' } }, ['nl-BE', 'Dag', null]],
  ['in none', {}, ['fr-FR', null, null]],
] as const)('a legal text is read %s', (_name, part, [language, text, file]) => {
  expect(legalVersionFor(versions(part), 'de-DE')).toEqual({ language, text, file })
})

it('a reader without a language reads the account’s', () => {
  expect(legalVersionFor(versions({ texts: { 'fr-FR': 'A', 'de-DE': 'B' } }), null).text).toBe('A')
})

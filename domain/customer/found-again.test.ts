import { expect, it } from 'vitest'
import { libraryChecks } from './customer-checks.library.ts'
import { foundAgainDays, foundAgainSince, foundBy, maskedEmail, maskedEnd, maskedName } from './found-again.ts'

it('a customer is found by a whole e-mail or phone number, as people write them', () => {
  expect(foundBy(' Claire.Martin@Exemple.fr ', 'FR', libraryChecks)).toEqual({ email: 'claire.martin@exemple.fr' })
  expect(foundBy('06 12 34 56 78', null, libraryChecks)).toEqual({ phone: '+33612345678' })
  expect(foundBy('+49 30 901820', 'FR', libraryChecks)).toEqual({ phone: '+4930901820' })
  expect(foundBy('030 901820', 'DE', libraryChecks)).toEqual({ phone: '+4930901820' })
})

it('a part of an e-mail or number, or a name, finds nobody', () => {
  for (const typed of ['', '%', 'claire', 'claire@', '@exemple.fr', '0612', 'Martin'])
    expect(foundBy(typed, 'FR', libraryChecks), typed).toBeNull()
})

it('what is shown before a choice tells the person, not the details', () => {
  expect(maskedName('Anna  Martin-Dupont')).toBe('A••• M•••')
  expect(maskedName('李 娜')).toBe('李••• 娜•••')
  expect(maskedEmail('anna.martin@exemple.fr')).toBe('a•••@exemple.fr')
  expect(maskedEnd('+33612345678', 2)).toBe('•••• 78')
  expect(maskedEnd('FR76 3000 6000 0112 3456 7890 189', 4)).toBe('•••• 0189')
  expect(maskedEnd('1234', 4)).toBe('••••')
})

it('an agreement ends three years after the sale at which it was given', () => {
  const now = new Date('2026-11-30T12:00:00Z')
  expect(now.getTime() - foundAgainSince(now).getTime()).toBe(foundAgainDays * 24 * 3_600_000)
})

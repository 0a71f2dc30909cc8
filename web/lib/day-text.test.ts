import { describe, expect, it } from 'vitest'
import { dayText, readDay, readTime } from './day-text.ts'

describe('a day in a field', () => {
  it('is written as the language of the app does', () => {
    expect(dayText('2020-03-02', 'fr-FR')).toBe('02/03/2020')
    expect(dayText('2020-03-02', 'de-DE')).toBe('02.03.2020')
    expect(dayText('2020-03-02', 'en-GB')).toBe('02/03/2020')
    expect(dayText('2020-03-02', 'nl-BE')).toBe('02/03/2020')
  })

  it.each(['02/03/2020', '2.3.2020', '2-3-2020', '02 03 2020', '02032020', '2020-03-02', ' 02/03/2020 '])(
    'is read from %s',
    (typed) => expect(readDay(typed)).toBe('2020-03-02'),
  )

  it.each(['', '31/02/2020', '02/03', '02/03/20', 'demain', '02/13/2020'])('stays as it was typed: %s', (typed) =>
    expect(readDay(typed)).toBe(typed),
  )
})

describe('a time in a field', () => {
  it.each(['9:05', '09:05', '9h05', '0905', ' 09.05 ', '9 h 05'])('is read from %s', (typed) =>
    expect(readTime(typed)).toBe('09:05'),
  )

  it.each(['', '24:00', '12:60', '9', 'midi', '12:5', '12:30:10'])('is none: %s', (typed) =>
    expect(readTime(typed)).toBeNull(),
  )
})

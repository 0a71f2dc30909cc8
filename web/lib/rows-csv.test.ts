import { describe, expect, it } from 'vitest'
import { csvOf, separatorOf } from './rows-csv.ts'

describe('the CSV of a list', () => {
  it('quotes what holds a separator, a quote or a line break', () => {
    expect(csvOf([['a;b', 'say "no"', 'x\ny', 'a,b', 12, null]], ';')).toBe(
      '\uFEFF"a;b";"say ""no""";"x\ny";a,b;12;\r\n',
    )
  })

  it('never holds a formula', () => {
    expect(csvOf([['=1+1', '@x', '-5', '+1', 'a=b']], ',')).toBe("\uFEFF'=1+1,'@x,'-5,'+1,a=b\r\n")
  })

  it('parts columns as the language of the spreadsheet does', () => {
    expect([separatorOf('en-GB'), separatorOf('fr-FR')]).toEqual([',', ';'])
  })
})

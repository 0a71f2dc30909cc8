import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLatinText, latinLetters } from './latin-letters.ts'
import { latinProposal } from './latin-proposal.library.ts'

describe('the letters A to Z', () => {
  it.each([
    ['Yıldız Aydın', 'Yildiz Aydin'],
    ['İbrahim Çağlar Şahin', 'Ibrahim Caglar Sahin'],
    ['Sigurður Guðmundsson', 'Sigurdur Gudmundsson'],
    ['Þór Æsir', 'Thor Aesir'],
    ['ÞÓR ÆSIR', 'THOR AESIR'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Đorđe Đặng', 'Dorde Dang'],
    ['Ħamrun Għarb', 'Hamrun Gharb'],
    ['Ŋgala ŧest', 'Ngala test'],
    ['Straße GROẞE', 'Strasse GROSSE'],
    ['Bjørn Œuvre', 'Bjorn Oeuvre'],
    ['Nguyễn Thị Phương', 'Nguyen Thi Phuong'],
    ['Əliyev', 'Aliyev'],
    ['Müller', 'Muller'],
    ['Mu\u0308ller', 'Muller'],
    ['ﬁn Ｌｉ', 'fin Li'],
    ['Kaʻahumanu', "Ka'ahumanu"],
    ['Юрий', 'Юрий'],
    ['李娜', '李娜'],
  ])('spell «%s» as «%s»', (text, said) => {
    expect(latinLetters(text)).toBe(said)
  })

  it.each([
    ['Müller', 'Mueller'],
    ['Mu\u0308ller', 'Mueller'],
    ['MÜLLER', 'MUELLER'],
    ['Özil Ärmel', 'Oezil Aermel'],
    ['Größl', 'Groessl'],
    ['Zoë', 'Zoe'],
  ])('spell «%s» in Germany and Austria as «%s»', (text, said) => {
    expect(latinLetters(text, { umlauts: true })).toBe(said)
  })

  it.each([
    ['Anna', true],
    ['O', true],
    ['Yıldız', true],
    ['Nguyễn', true],
    ['O’Brien-Łoś', true],
    ['Юрий', false],
    ['李', false],
    ['Anna 李', false],
    ['Παπα', false],
    // Cyrillic letters that look like Latin ones.
    ['Аnna', false],
    ['12', false],
    ['—', false],
    ['', false],
  ])('spell «%s»: %s', (text, expected) => {
    expect(isLatinText(text)).toBe(expected)
  })
})

describe('a Latin spelling', () => {
  it.each([
    ['Юрий Щербаков', 'Yuriy Shcherbakov'],
    ['李娜', 'Lina'],
    ['李 小龍', 'Li Xiaolong'],
    ['김 철수', 'Gim Cheolsu'],
    ['Παπαδόπουλος', 'Papadopoylos'],
    ['გიორგი', 'Giorgi'],
    ['Հայկ', 'Hayk'],
    ['محمد علي', 'Mhmd Ly'],
    ['Müller', 'Muller'],
    ['Kim 철수', 'Kim Cheolsu'],
    ['ЩЕРБАКОВ', 'SHCHERBAKOV'],
    ['😀', ''],
  ])('is proposed of «%s»: «%s»', (text, proposed) => {
    expect(latinProposal(text)).toBe(proposed)
  })

  it('is Latin, or nothing, whatever it is of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const proposed = latinProposal(text)
        expect(proposed === '' || isLatinText(proposed), JSON.stringify([text, proposed])).toBe(true)
      }),
    )
  })
})

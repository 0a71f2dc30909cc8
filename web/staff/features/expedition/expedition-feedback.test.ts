import { describe, expect, it } from 'vitest'
import { feedbackTones } from '#web/scan/feedback-tones.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { refusalStyle, isOwnRefusal, ownRefusals } from './expedition-feedback.ts'

const specified = ownRefusals.slice(0, 9)
const tones: Readonly<Record<string, string>> = {
  done: '#1b4f9c',
  warning: '#8a4b00',
  refused: '#a11b1b',
  elsewhere: '#4d2a93',
  quarantine: '#861768',
}

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const colorOf = (code: string) => refusalStyle(code).color ?? tones[refusalStyle(code).tone] ?? ''

it('a duplicate, a wrong stock, a wrong package, a wrong warehouse and quarantine differ in all that is told', () => {
  const own = refusalStyle('PACKAGE_OTHER_DESTINATION')
  const plain = (['done', 'wrong', 'elsewhere', 'quarantine'] as const).map((kind) => feedbackTones[kind])
  const stops = [...plain, { ...feedbackTones[own.kind], ...own.sound }]
  expect(new Set(stops.map(({ notes }) => JSON.stringify(notes))).size).toBe(5)
  expect(new Set(stops.map(({ vibration }) => JSON.stringify(vibration))).size).toBe(5)
  const colors = ['done', 'warning', 'elsewhere', 'quarantine'].map((tone) => tones[tone])
  expect(new Set([...colors, colorOf('PACKAGE_OTHER_DESTINATION')]).size).toBe(5)
})

it.each([
  ['of another warehouse', 'ITEM_IN_OTHER_WAREHOUSE', scanResultStyles.elsewhere],
  ['in quarantine', 'ITEM_IN_QUARANTINE', scanResultStyles.quarantine],
  ['that goes back', 'ITEM_TO_RETURN', scanResultStyles.wrong],
])('a product %s looks and sounds as on every other screen', (_where, code, face) => {
  const { tone, kind, sound, color } = refusalStyle(code)
  expect({ tone, signal: kind }).toEqual(face)
  expect(isOwnRefusal(code)).toBe(true)
  expect([sound, color]).toEqual([{}, undefined])
})

describe('the nine refusals of the expedition', () => {
  it('each have a sound and a vibration that no other one has', () => {
    const heard = specified.map((code) => {
      const { kind, sound } = refusalStyle(code)
      return JSON.stringify({ ...feedbackTones[kind], ...sound }.notes)
    })
    const felt = specified.map((code) =>
      JSON.stringify({ ...feedbackTones[refusalStyle(code).kind], ...refusalStyle(code).sound }.vibration),
    )
    expect(new Set(heard).size).toBe(9)
    expect(new Set(felt).size).toBe(9)
  })

  it('each have a colour that no other one has, dark enough for white words', () => {
    const colors = specified.map(colorOf)
    expect(new Set(colors).size).toBe(9)
    for (const color of ownRefusals.map(colorOf)) expect(1.05 / (luminance(color) + 0.05), color).toBeGreaterThan(4.5)
  })
})

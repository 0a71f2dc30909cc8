import { expect, it } from 'vitest'
import { feedbackTones } from '#web/scan/feedback-tones.ts'
import { scanResultStyles } from './scan-result-style.ts'

it('a duplicate, a wrong stock, a wrong warehouse, quarantine and a refusal differ in colour, sound and vibration', () => {
  const { done, wrong, elsewhere, quarantine, refused } = scanResultStyles
  const stops = [done, wrong, elsewhere, quarantine, refused]
  expect(new Set(stops.map(({ tone }) => tone)).size).toBe(5)
  const heard = stops.map(({ signal }) => feedbackTones[signal])
  expect(new Set(heard.map(({ notes }) => JSON.stringify(notes))).size).toBe(5)
  expect(new Set(heard.map(({ vibration }) => JSON.stringify(vibration))).size).toBe(5)
  expect(new Set(heard.map(({ color }) => color)).size).toBe(5)
})

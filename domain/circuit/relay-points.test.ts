import { describe, expect, it } from 'vitest'
import { readRelayFile, relayFileSteps } from './relay-file.ts'
import {
  nearestPoints,
  nearestSteps,
  relayLimits,
  relayPlaceOf,
  relayPointText,
  type RelayPoint,
} from './relay-points.ts'

const bare = { street: null, country: 'FR', latitude: null, longitude: null, openingHours: null }
const point = (reference: string, zipCode: string, city: string, at?: readonly [number, number]): RelayPoint => ({
  ...bare,
  reference,
  name: `Point ${reference}`,
  zipCode,
  city,
  ...(at && { latitude: at[0], longitude: at[1] }),
})
const paris = point('P1', '75011', 'Paris', [48.857, 2.38])
const near = point('P2', '94300', 'Vincennes', [48.847, 2.439])
const lyon = point('L1', '69001', 'Lyon', [45.769, 4.829])
const nowhere = point('N1', '75011', 'Paris')
const points = [lyon, near, nowhere, paris]
const found = (place: string) => nearestPoints(points, relayPlaceOf(place)).map(({ reference }) => reference)

describe('the points near a place', () => {
  it.each([
    ['a postal code, however it is spaced', ' 75 011', ['P1', 'N1', 'P2', 'L1']],
    ['a town, without its accents and in any case', 'pâris', ['P1', 'N1', 'P2', 'L1']],
    ['a postal code that no point has, by its beginning', '75020', ['P1', 'N1', 'P2', 'L1']],
    ['a postal code with more digits than any has', '9430012', ['P2', 'P1', 'L1']],
    ['the beginning of a town', 'vinc', ['P2', 'P1', 'L1']],
    ['coordinates', '45.7,4.8', ['L1', 'P2', 'P1']],
    ['a town without a point', 'Brest', []],
    ['a postal code far from all', '20000', []],
    ['nothing', '  ', []],
  ])('are found by %s', (_title, place, expected) => {
    expect(found(place)).toEqual(expected)
  })

  it('are those of the place alone where no coordinates are known', () => {
    expect(nearestPoints([nowhere, { ...lyon, latitude: null, longitude: null }], relayPlaceOf('75011'))).toEqual([
      { ...nowhere, distanceKm: null },
    ])
  })

  it('tell how far they are, and are bounded', () => {
    expect(nearestPoints(points, relayPlaceOf('48.857,2.38'))[1]).toMatchObject({ reference: 'P2', distanceKm: 4.5 })
    const many = Array.from({ length: 50 }, (_, at) => point(`M${at}`, '75001', 'Paris', [48.8, 2 + at / 100]))
    expect(nearestPoints(many, relayPlaceOf('75001'))).toHaveLength(relayLimits.found)
  })

  it('are read once for a text of many digits, of which no point has any', () => {
    let reads = 0
    const counted = points.map((one) => ({
      ...one,
      get zipCode() {
        reads++
        return one.zipCode
      },
    }))
    expect(nearestPoints(counted, relayPlaceOf('1'.repeat(relayLimits.near)))).toEqual([])
    expect(reads).toBe(points.length)
  })

  it('are not looked for by coordinates that there are not', () => {
    expect(relayPlaceOf('95.1,2.3')).toEqual({ words: '95.1,2.3' })
  })
})

it('a point is told on one line', () => {
  expect(relayPointText({ ...paris, street: '1 rue de la Roquette' })).toBe(
    'Point P1, 1 rue de la Roquette, 75011 Paris',
  )
  expect(relayPointText(paris)).toBe('Point P1, 75011 Paris')
})

describe('a file of points', () => {
  const head = 'reference;name;street;zipCode;city;country;latitude;longitude;openingHours'

  it('is read with the codes of the post and coordinates as spreadsheets write them', () => {
    const csv = `\uFEFF${head}\r\nP1;"Tabac ""du Lion""";1 rue X;f-75011;Paris;fr;48,857;2.38;Mo-Sa 9-19\r\n\r\nP2;Kiosk;;1000;Bruxelles;BE;;;\r\n`
    expect(readRelayFile(csv)).toEqual({
      state: 'read',
      points: [
        {
          reference: 'P1',
          name: 'Tabac "du Lion"',
          street: '1 rue X',
          zipCode: '75011',
          city: 'Paris',
          country: 'FR',
          latitude: 48.857,
          longitude: 2.38,
          openingHours: 'Mo-Sa 9-19',
        },
        { ...bare, reference: 'P2', name: 'Kiosk', zipCode: '1000', city: 'Bruxelles', country: 'BE' },
      ],
    })
  })

  it.each([
    ['columns', 'P1;Kiosk;;75011;Paris;FR;;;;x'],
    ['city', 'P1;Kiosk'],
    ['reference', ';Kiosk;;75011;Paris;FR;;;'],
    ['reference_twice', 'P0;Kiosk;;75011;Paris;FR;;;'],
    ['name', 'P1;;;75011;Paris;FR;;;'],
    ['street', `P1;Kiosk;${'x'.repeat(201)};75011;Paris;FR;;;`],
    ['zip_code', 'P1;Kiosk;;7501;Paris;FR;;;'],
    ['city', 'P1;Kiosk;;75011;;FR;;;'],
    ['country', 'P1;Kiosk;;75011;Paris;FX;;;'],
    ['coordinates', 'P1;Kiosk;;75011;Paris;FR;48.8;;'],
    ['coordinates', 'P1;Kiosk;;75011;Paris;FR;98.8;2;'],
    ['opening_hours', `P1;Kiosk;;75011;Paris;FR;;;${'x'.repeat(301)}`],
  ])('names the line that is faulty: %s', (fault, line) => {
    expect(readRelayFile(`${head}\nP0;Tabac;;75011;Paris;FR;;;\n${line}`)).toEqual({
      state: 'faulty',
      lines: [{ line: 3, fault }],
    })
  })

  it.each([
    ['head', 'name;zipCode;city;country\nKiosk;75011;Paris;FR'],
    ['head', `${head};color\nP1`],
    ['empty', `${head}\n;;;;;;;;`],
    ['not_text', '\0PNG'],
    ['too_long', `${head}\n${'P;Kiosk;;75011;Paris;FR;;;\n'.repeat(relayLimits.lines + 1)}`],
  ])('is none: %s', (state, csv) => {
    expect(readRelayFile(csv)).toEqual({ state })
  })
})

describe('a file of thousands of points', () => {
  const head = 'reference;name;street;zipCode;city;country;latitude;longitude;openingHours'
  /** How many steps something takes, and what comes of it. */
  function taken<Value>(steps: Generator<undefined, Value, undefined>): {
    readonly steps: number
    readonly value: Value
  } {
    for (let count = 0; ; count++) {
      const { done, value } = steps.next()
      if (done === true) return { steps: count, value }
    }
  }
  const line = (at: number) => `P${at};Kiosk;;75011;Paris;FR;48.857;2.38;`
  const csv = [head, ...Array.from({ length: 2000 }, (_, at) => line(at))].join('\n')

  it('is read, and looked through, line by line', () => {
    const read = taken(relayFileSteps(csv))
    expect(read.steps).toBeGreaterThan(4000)
    const all = read.value.state === 'read' ? read.value.points : []
    const found = taken(nearestSteps(all, relayPlaceOf('75011')))
    expect([found.steps >= 2000, found.value.length]).toEqual([true, relayLimits.found])
  })

  it.each([
    ['lines that are empty', `${head}${'\n'.repeat(1_800_000)}`, 'too_long'],
    ['lines that are none', `${head}\n${'a\n'.repeat(900_000)}`, 'too_long'],
  ])('is read no further than it is one: %s', (_what, worst, state) => {
    const { steps, value } = taken(relayFileSteps(worst))
    expect(value.state).toBe(state)
    // No step is longer than a part of the text, and of lines no more are read than a file may have.
    expect(steps).toBeGreaterThan(100)
    expect(steps).toBeLessThan(2 * relayLimits.lines + 500)
  })

  it.each([
    ['one line of separators', `${head}\n${';'.repeat(1_800_000)}`],
    ['a quote without an end', `${head}\n"${'a'.repeat(1_800_000)}`],
  ])('has a line that is none: %s', (_what, worst) => {
    expect(readRelayFile(worst)).toEqual({ state: 'faulty', lines: [{ line: 2, fault: 'columns' }] })
  })
})

import { describe, expect, it } from 'vitest'
import { deliveryFileFault, deliveryFileLimits, readDeliveryCsv, type ReadLine } from './delivery-csv.ts'

const good = 'trackingNumber;at;status\n905000000000000017;2026-11-20T10:00:00+01:00;DELIVERY_PICKED_UP\n'

const read = (csv: string): readonly ReadLine[] | null => readDeliveryCsv(csv, 'Europe/Paris')

describe('a file of delivery events', () => {
  it('is read with either separator, in any order, with what spreadsheets add', () => {
    expect(read(`\uFEFF${good.replaceAll('\n', '\r\n')}`)).toEqual([
      {
        ok: true,
        value: {
          line: 2,
          trackingNumber: '905000000000000017',
          eventId: null,
          at: new Date('2026-11-20T09:00:00Z'),
          status: 'DELIVERY_PICKED_UP',
          place: null,
          text: null,
        },
      },
    ])
    const quoted =
      'status,place,at,trackingNumber,text,eventId\ndelivery_delayed,"Lyon, hub",2026-11-20 10:00Z,A-1,"dit ""demain""\nou après",7\n'
    expect(read(quoted)).toMatchObject([
      { value: { status: 'DELIVERY_DELAYED', place: 'Lyon, hub', text: 'dit "demain"\nou après', eventId: '7' } },
    ])
  })

  it.each(['', 'number;at;status\n', 'trackingNumber;at\n', 'trackingNumber;at;status;status\n', `x${good}`])(
    'is refused with the head of another file: %j',
    (csv) => expect(read(csv)).toBeNull(),
  )

  it.each([
    ['columns', 'A-1;2026-11-20T10:00:00Z;DELIVERY_DELAYED;Lyon'],
    ['columns', 'A-1;2026-11-20T10:00:00Z;"DELIVERY_DELAYED'],
    ['status', 'A-1;2026-11-20T10:00:00Z'],
    ['tracking_number', ';2026-11-20T10:00:00Z;DELIVERY_DELAYED'],
    ['number_mangled', '1.2345678901234568E+16;2026-11-20T10:00:00Z;DELIVERY_DELAYED'],
    ['number_mangled', '9,05E+17;2026-11-20T10:00:00Z;DELIVERY_DELAYED'],
    ['at', 'A-1;20/11/2026;DELIVERY_DELAYED'],
    ['at', 'A-1;2026-11-20;DELIVERY_DELAYED'],
    ['at', 'A-1;2026-02-30 10:00;DELIVERY_DELAYED'],
    ['at', 'A-1;2026-13-20T10:00:00Z;DELIVERY_DELAYED'],
    ['at', 'A-1;0000-01-01T00:00:00+01:00;DELIVERY_DELAYED'],
    ['at', 'A-1;1999-12-31T23:59:59Z;DELIVERY_DELAYED'],
    ['status', 'A-1;2026-11-20T10:00:00Z;DELIVERY_LOST'],
    ['status', 'A-1;2026-11-20T10:00:00Z;ORDER_FAILED'],
  ])('says of a line what is wrong: %s', (fault, line) => {
    expect(read(`trackingNumber;at;status\n${line}\n`)).toMatchObject([{ ok: false, line: 2, fault }])
  })

  it.each([
    ['2026-11-20 10:00', '2026-11-20T09:00:00Z'],
    ['2026-07-20T10:00:05.5', '2026-07-20T08:00:05.500Z'],
    // The hour that comes twice as summer time ends is the first of both.
    ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25 03:00', '2026-10-25T02:00:00Z'],
    // The hour that is left out as it begins is on no clock.
    ['2026-03-29 02:30', null],
    ['2026-03-29 03:00', '2026-03-29T01:00:00Z'],
  ])('takes a time without an offset by the clocks of the account: %s', (at, moment) => {
    const [line] = read(`trackingNumber;at;status\nA-1;${at};DELIVERY_DELAYED`) ?? []
    expect(line?.ok === true ? line.value.at : null).toEqual(moment === null ? null : new Date(moment))
  })

  it('is read as a spreadsheet saves it, with its separator, text guards and empty cells behind', () => {
    const csv = 'sep=;\ntrackingNumber;at;status;;\n"=""0095""";2026-11-20T10:00:00Z;DELIVERY_DELAYED;;\n'
    expect(read(csv)).toMatchObject([{ ok: true, value: { line: 3, trackingNumber: '0095' } }])
  })

  it('passes over empty lines and counts them', () => {
    const lines = read('trackingNumber;at;status\n\n;;\nA-1;x;DELIVERY_DELAYED')
    expect(lines).toEqual([{ ok: false, line: 4, fault: 'at', trackingNumber: 'A-1' }])
  })

  it.each([
    ['at', ' A - 1 ;demain;DELIVERY_DELAYED', 'A-1'],
    ['columns', 'A-1;2026-11-20T10:00:00Z;DELIVERY_DELAYED;Lyon', 'A-1'],
    ['number_mangled', '9,05E+17;2026-11-20T10:00:00Z;DELIVERY_DELAYED', '9,05E+17'],
    ['tracking_number', `${'9'.repeat(65)};2026-11-20T10:00:00Z;DELIVERY_DELAYED`, null],
    ['tracking_number', ';2026-11-20T10:00:00Z;DELIVERY_DELAYED', null],
  ])('names the parcel of a line that it cannot read: %s', (fault, line, trackingNumber) => {
    expect(read(`trackingNumber;at;status\n${line}`)).toEqual([{ ok: false, line: 2, fault, trackingNumber }])
  })

  it.each([
    ['empty', '\uFEFF \r\n'],
    ['not_text', 'PK\u0003\u0004\0\0'],
    ['not_text', '\uFFFDPNG'],
    ['too_long', good.padEnd(deliveryFileLimits.characters + 1, 'x')],
    ['head', 'Bonjour,\nvoici le fichier'],
    // Rows are not filled up to a head that none of events has.
    ['head', `${'n;'.repeat(20_000)}n\n${'x\n'.repeat(400_000)}`],
    ['no_lines', 'trackingNumber;at;status\n;;\n'],
    ['too_many_lines', `trackingNumber;at;status\n${'x;y;z\n'.repeat(deliveryFileLimits.lines + 1)}`],
    [null, good],
  ])('says of a whole file what is wrong: %s', (fault, csv) => expect(deliveryFileFault(csv)).toBe(fault))
})

import { longDay } from '#domain/kernel/day.ts'
import { comingClosures, hoursLines, localTime, textOfSpans } from '#domain/organization/opening-hours.ts'
import type { Language } from '#domain/kernel/languages.ts'
import journeyDE from '#locales/de-DE/journey.json' with { type: 'json' }
import journeyGB from '#locales/en-GB/journey.json' with { type: 'json' }
import journeyFR from '#locales/fr-FR/journey.json' with { type: 'json' }
import journeyBE from '#locales/nl-BE/journey.json' with { type: 'json' }
import type { VisitedStore } from '#sync/calls/buyback-detail.ts'

const words = {
  'fr-FR': journeyFR.stores,
  'en-GB': journeyGB.stores,
  'nl-BE': journeyBE.stores,
  'de-DE': journeyDE.stores,
} as const satisfies Readonly<Record<Language, unknown>>

/** A store as a mail says where it is, when it is open and how it is reached; what is not known of it is left out. */
export function storeLines(store: VisitedStore, language: Language, now: Date): readonly string[] {
  const { hours, closed, closedOn, way } = words[language]
  const colon = language === 'fr-FR' ? ' : ' : ': '
  const { openingHours, phone, directionsUrl, timeZone } = store
  const town = [store.zipCode, store.city].filter(Boolean).join(' ')
  const address = [store.name, store.street, store.streetMore, town].filter(Boolean).join(', ')
  const nameOf = (day: number): string => weekday(language).format(new Date(Date.UTC(2024, 0, day)))
  const week = openingHours == null || openingHours.days.length === 0 ? [] : hoursLines(openingHours)
  const lines = week.map(({ from, to, spans }) => {
    const days = from === to ? nameOf(from) : `${nameOf(from)}–${nameOf(to)}`
    return `${days} ${spans.length === 0 ? closed : textOfSpans(spans)}`
  })
  const today = localTime(now.getTime(), timeZone ?? 'Europe/Paris').day
  const closures = openingHours == null ? [] : comingClosures(openingHours, today)
  const days = closures.map((day) => longDay(day, language)).join(', ')
  return [
    address,
    lines.length === 0 ? '' : `${hours}${colon}${lines.join('; ')}`,
    days === '' ? '' : closedOn.replace('{{days}}', days),
    phone ?? '',
    directionsUrl == null ? '' : `${way}${colon}${directionsUrl}`,
  ].filter(Boolean)
}

// 1 January 2024 is a Monday.
function weekday(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
}

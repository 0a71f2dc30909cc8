import { useTranslation } from 'react-i18next'
import { comingClosures, hoursLines, localTime, openState, textOfSpans } from '#domain/organization/opening-hours.ts'
import type { PublicStore } from '#sync/calls/public-catalog.ts'
import { weekdayNames } from '#web/lib/weekday-names.ts'
import { useFormat, useSite } from './site.ts'
import { useIsHydrated } from './use-is-hydrated.ts'
import classes from './kit.module.css'

/** What is said of how a store is visited. */
export type VisitFacts = Pick<PublicStore, 'phone' | 'directionsUrl' | 'openingHours' | 'timeZone'>

/** Writes the hours of stores; each part is null where nothing is said of it. */
export function useHoursText() {
  const { t, i18n } = useTranslation('journey')
  const format = useFormat()
  const { place } = useSite()
  // What is open now is known in the browser: a page may have been made an hour before.
  const isHydrated = useIsHydrated()
  const short = weekdayNames(i18n.language, 'short')
  const long = weekdayNames(i18n.language)
  const now = ({ timeZone }: VisitFacts) => localTime(Date.now(), timeZone ?? place.timeZone)
  return {
    state: (store: VisitFacts): string | null => {
      const { openingHours } = store
      if (openingHours == null || openingHours.days.length === 0 || !isHydrated) return null
      const state = openState(openingHours, now(store))
      if (state.isOpen) return t(($) => $.stores.openUntil, { time: state.until })
      if (state.next === null) return t(($) => $.stores.closedNow)
      const { day, time, inDays } = state.next
      if (inDays === 0) return t(($) => $.stores.opensAt, { time })
      const name = inDays < 7 ? long(new Date(`${day}T00:00:00Z`).getUTCDay() || 7) : format.longDate(day)
      return t(($) => $.stores.opensOn, { day: name, time })
    },
    lines: ({ openingHours }: VisitFacts): readonly string[] => {
      if (openingHours == null || openingHours.days.length === 0) return []
      return hoursLines(openingHours).map(({ from, to, spans }) => {
        const days = from === to ? short(from) : `${short(from)}–${short(to)}`
        return `${days} ${spans.length === 0 ? t(($) => $.stores.closed) : textOfSpans(spans)}`
      })
    },
    closures: (store: VisitFacts): string | null => {
      const { openingHours } = store
      if (openingHours == null || !isHydrated) return null
      const days = comingClosures(openingHours, now(store).day)
      return days.length === 0 ? null : t(($) => $.stores.closedOn, { days: days.map(format.longDate).join(', ') })
    },
  }
}

/** Whether a store is open, its hours and its phone, as far as they are known. */
export function StoreHours({ store }: { readonly store: VisitFacts }) {
  const { t } = useTranslation('journey')
  const text = useHoursText()
  const [state, lines, closures] = [text.state(store), text.lines(store), text.closures(store)]
  if (lines.length === 0 && closures === null && store.phone == null) return null
  return (
    <div className={classes.hours}>
      {state === null ? null : <p className={classes.openState}>{state}</p>}
      {lines.length === 0 ? null : (
        <ul aria-label={t(($) => $.stores.hours)}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {closures === null ? null : <p>{closures}</p>}
      {store.phone == null ? null : (
        <a
          href={`tel:${store.phone.replace(/[^+\d]/g, '')}`}
          aria-label={t(($) => $.stores.call, { phone: store.phone })}
        >
          {store.phone}
        </a>
      )}
    </div>
  )
}

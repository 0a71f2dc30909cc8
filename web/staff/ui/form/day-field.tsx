import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isDay } from '#domain/kernel/day.ts'
import { languageAtom } from '#web/lib/session.ts'
import { useDayText } from '#web/lib/use-day-text.ts'
import classes from './day-field.module.css'

/**
 * A day, typed as the app's language writes it or picked from the browser's calendar. A browser's own field writes it as
 * the browser's language does, which is often another one. `onChange` gets `YYYY-MM-DD`, or what was typed where it is
 * no day.
 */
export function DayField({
  value,
  min,
  max,
  onChange,
  error,
  ...field
}: Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> & {
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { t } = useTranslation('common')
  const language = useAtomValue(languageAtom)
  const calendar = useRef<HTMLInputElement>(null)
  const day = useDayText(value, language, onChange)
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder={t(($) => $.day.placeholder)}
      {...field}
      value={day.shown}
      error={error ?? (day.isWrong ? t(($) => $.day.wrong) : undefined)}
      onFocus={(event) => {
        day.enter()
        field.onFocus?.(event)
      }}
      onChange={(event) => day.type(event.currentTarget.value)}
      onBlur={(event) => {
        day.leave()
        field.onBlur?.(event)
      }}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden
            min={min}
            max={max}
            value={isDay(value) ? value : ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            disabled={field.disabled === true || field.readOnly === true}
            aria-label={t(($) => $.day.pick)}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}

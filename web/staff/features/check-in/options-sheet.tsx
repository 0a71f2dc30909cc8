import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { FloorSelect, FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import type { RoundOptions } from './check-in-session.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './sheets.module.css'

interface Props {
  readonly options: RoundOptions
  readonly stocks: readonly StockRow[]
  readonly volume: number
  readonly vibration: boolean
  readonly onOptions: (options: RoundOptions) => void
  readonly onVolume: (volume: number) => void
  readonly onVibration: (on: boolean) => void
  readonly onWarehouse: (() => void) | null
  readonly onSingle: () => void
  readonly onClose: () => void
}

const volumes = [
  ['silent', 0],
  ['soft', 0.4],
  ['loud', 1],
] as const

/** Presets of the round and of this device's signals. */
export function OptionsSheet(props: Props) {
  const { t } = useTranslation('warehouse')
  const { options, onOptions, onClose } = props
  const canVibrate = 'vibrate' in navigator
  useDialogCommands({ onConfirm: onClose, onCancel: onClose, onCode: onClose })
  return (
    <FloorSheet
      title={t(($) => $.options.title)}
      closeLabel={t(($) => $.options.close)}
      onClose={props.onClose}
      actions={<FloorAction onClick={props.onClose}>{t(($) => $.options.close)}</FloorAction>}
    >
      <div className={arrange.stack}>
        <FloorSelect
          label={t(($) => $.options.stock)}
          value={options.stockId ?? ''}
          options={[
            { value: '', label: t(($) => $.options.usualStock) },
            ...props.stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(stockId) => onOptions({ ...options, stockId: stockId || null })}
        />
        <FloorTextArea
          label={t(($) => $.options.comment)}
          maxLength={textLimits.comment}
          value={options.comment}
          onChange={(event) => onOptions({ ...options, comment: event.currentTarget.value })}
        />
        <fieldset className={styles.fieldset}>
          <legend>{t(($) => $.options.volume)}</legend>
          <div className={arrange.row}>
            {volumes.map(([name, value]) => (
              <FloorChoice key={name} pressed={name === nearest(props.volume)} onClick={() => props.onVolume(value)}>
                {t(($) => $.options[name])}
              </FloorChoice>
            ))}
          </div>
        </fieldset>
        {canVibrate && (
          <fieldset className={styles.fieldset}>
            <legend>{t(($) => $.options.vibration)}</legend>
            <div className={arrange.row}>
              <FloorChoice pressed={props.vibration} onClick={() => props.onVibration(true)}>
                {t(($) => $.options.on)}
              </FloorChoice>
              <FloorChoice pressed={!props.vibration} onClick={() => props.onVibration(false)}>
                {t(($) => $.options.off)}
              </FloorChoice>
            </div>
          </fieldset>
        )}
        <div className={arrange.row}>
          <FloorAction tone="quiet" onClick={props.onSingle}>
            {t(($) => $.options.single)}
          </FloorAction>
          {props.onWarehouse !== null && (
            <FloorAction tone="quiet" onClick={props.onWarehouse}>
              {t(($) => $.options.warehouse)}
            </FloorAction>
          )}
        </div>
        <p className={words.soft}>{t(($) => $.checkIn.shortcut.undo)}</p>
      </div>
    </FloorSheet>
  )
}

function nearest(volume: number): (typeof volumes)[number][0] {
  if (volume === 0) return 'silent'
  return volume <= 0.6 ? 'soft' : 'loud'
}

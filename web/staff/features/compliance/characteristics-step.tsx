import { IconCamera } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { imeiDoubts, isImei } from '#domain/kernel/imei.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { FloorAction, FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { codeField } from '#web/lib/code-field.ts'
import { FloorInput } from '#web/staff/ui/floor/floor-field.tsx'
import { imeiOf, serialNumberOf, type TestDraft } from './test-draft.ts'
import factStyles from '#web/staff/ui/facts.module.css'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import { useTacs } from './use-tacs.ts'
import styles from './compliance.module.css'

/**
 * What the product in hand is: model, storage, IMEI and serial number; scans fill them in. A product that was taken
 * without an IMEI seldom has one, so that its serial number comes first.
 */
export function CharacteristicsStep(props: {
  readonly item: ItemRow
  readonly draft: TestDraft
  readonly hasQuestions: boolean
  readonly isImeiMissing: boolean
  readonly hasCamera: boolean
  readonly onCamera: () => void
  readonly onImei: (imei: string) => void
  readonly onSerial: (serialNumber: string) => void
  readonly onOtherProduct: () => void
  readonly onDeclaredProduct: () => void
  readonly onSetAside: () => void
}) {
  const { t } = useTranslation(['compliance', 'warehouse'])
  const { item, draft } = props
  const declaredName = productName(item) ?? t(($) => $.product.unknown, { ns: 'warehouse' })
  const name = draft.product === null ? declaredName : nameOf(draft.product)
  const storage = storageOf(name)
  const imei = (
    <ImeiField
      key="imei"
      item={item}
      draft={draft}
      wanted={
        props.isImeiMissing || item.imei !== null || imeiOf(draft, item) !== '' || itemFacts(item).declaration !== null
      }
      isInvalid={props.isImeiMissing}
      hasCamera={props.hasCamera}
      onCamera={props.onCamera}
      onImei={props.onImei}
    />
  )
  const serial = (
    <FloorInput
      {...codeField}
      key="serial"
      label={t(($) => $.characteristics.serial)}
      size="middle"
      value={serialNumberOf(draft, item)}
      maxLength={64}
      onChange={(event) => props.onSerial(event.currentTarget.value)}
    />
  )
  return (
    <>
      <FloorPanel>
        <h2 className={styles.name}>{name}</h2>
        <dl className={`${factStyles.facts} ${styles.facts}`}>
          {storage !== null && (
            <div>
              <dt>{t(($) => $.characteristics.storage)}</dt>
              <dd>{storage}</dd>
            </div>
          )}
          <div>
            <dt>{t(($) => $.product.code, { ns: 'warehouse' })}</dt>
            <dd>
              <CodeText code={item.code} />
            </dd>
          </div>
        </dl>
        {draft.product !== null && (
          <p className={styles.differs}>{t(($) => $.characteristics.declaredModel, { name: declaredName })}</p>
        )}
        <div className={arrange.row}>
          <FloorAction tone="quiet" onClick={props.onOtherProduct}>
            {t(($) => $.characteristics.otherModel)}
          </FloorAction>
          {draft.product !== null && (
            <FloorAction tone="quiet" onClick={props.onDeclaredProduct}>
              {t(($) => $.characteristics.backToDeclared)}
            </FloorAction>
          )}
        </div>
      </FloorPanel>
      {!props.hasQuestions && <FloorNotice tone="warning" title={t(($) => $.characteristics.noQuestions)} />}
      {item.imei === null ? [serial, imei] : [imei, serial]}
      <div className={arrange.row}>
        <FloorAction tone="quiet" onClick={props.onSetAside}>
          {t(($) => $.characteristics.setAside)}
        </FloorAction>
      </div>
    </>
  )
}

function ImeiField(props: {
  readonly item: ItemRow
  readonly draft: TestDraft
  readonly wanted: boolean
  readonly isInvalid: boolean
  readonly hasCamera: boolean
  readonly onCamera: () => void
  readonly onImei: (imei: string) => void
}) {
  const { t } = useTranslation('compliance')
  const { item, draft } = props
  const typed = imeiOf(draft, item)
  const imei = typed.trim()
  const { declaration, productId } = itemFacts(item)
  const tacs = useTacs(imei, declaration?.productId ?? productId, draft.product)
  if (!props.wanted) return null
  const doubts = isImei(imei) ? imeiDoubts(imei, tacs) : []
  const isOther = item.imei !== null && isImei(imei) && imei !== item.imei
  const isWrong = imei !== '' && !isImei(imei)
  return (
    <div className={arrange.stack}>
      <FloorInput
        label={t(($) => $.characteristics.imei)}
        size="middle"
        value={typed}
        inputMode="numeric"
        maxLength={24}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby="imei-says"
        onChange={(event) => props.onImei(event.currentTarget.value.replaceAll(/[\s-]/g, ''))}
      />
      <div id="imei-says" className={arrange.stack} aria-live="polite">
        {isWrong && <p className={words.error}>{t(($) => $.characteristics.rule)}</p>}
        {isOther && (
          <p className={styles.warning}>{t(($) => $.characteristics.differs, { imei: groupCode(item.imei ?? '') })}</p>
        )}
        {doubts.map((doubt) => (
          <p key={doubt} className={styles.warning}>
            {t(($) => $.characteristics.doubt[doubt])}
          </p>
        ))}
        {imei === '' && <p className={words.soft}>{t(($) => $.characteristics.imeiHint)}</p>}
      </div>
      <div className={arrange.row}>
        <FloorAction tone="quiet" icon={IconCamera} onClick={props.onCamera}>
          {props.hasCamera ? t(($) => $.characteristics.closeCamera) : t(($) => $.characteristics.camera)}
        </FloorAction>
      </div>
    </div>
  )
}

/** Brand and model of a product that was found. */
export function nameOf({ brand, label }: { readonly brand: string | null; readonly label: string }): string {
  return productName({ brand, productLabel: label }) ?? label
}

/** The storage that a model's name says; null where it says none. */
export function storageOf(name: string): string | null {
  const found = /(?:^|\s)(\d{1,4})\s?(Go|GB|To|TB)(?=\s|$|,)/i.exec(name)
  return found === null ? null : `${found[1]} ${found[2]}`
}

/** A model's name without its storage: what a search for another storage begins with. */
export function withoutStorage(name: string): string {
  return name
    .replace(/(?:^|\s)\d{1,4}\s?(?:Go|GB|To|TB)(?=\s|$|,)/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

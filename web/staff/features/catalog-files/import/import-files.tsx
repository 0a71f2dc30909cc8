import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { importFileCall, refusedLinesCall } from '#sync/calls/catalog-import-change.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { addressOf } from '#web/lib/http.ts'
import { languageAtom } from '#web/lib/session.ts'
import { useFileExport } from '#web/lib/use-file-export.ts'
import classes from './import.module.css'

/** The file as it came, and its refused lines with the reasons, to be corrected and given in again. */
export function ImportFiles({ accountId, found }: { readonly accountId: string; readonly found: ImportAnswer }) {
  const { t } = useTranslation(['catalog-import', 'common'])
  const language = useAtomValue(languageAtom)
  const whole = useFileExport('application/octet-stream')
  const refused = useFileExport('text/csv')
  const params = { accountId, id: found.id }
  const refusedName = found.file_name.replace(/(\.[A-Za-z]{1,5})?$/, '-refused.csv')
  return (
    <div className={classes.buttons}>
      <span role="status">
        {whole.hasFailed || refused.hasFailed ? t(($) => $.export.failed, { ns: 'common' }) : ''}
      </span>
      {found.report.lines_count.ignored > 0 && (
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={refused.done !== null}
          onClick={() =>
            void refused.run(addressOf(refusedLinesCall.path, { params, query: { language } }), refusedName)
          }
        >
          {t(($) => $.files.refused)}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={whole.done !== null}
        onClick={() => void whole.run(addressOf(importFileCall.path, { params }), found.file_name)}
      >
        {t(($) => $.files.whole)}
      </Button>
    </div>
  )
}

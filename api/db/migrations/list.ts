import { baseline } from './0001-baseline.ts'
import { printersByTls } from './0002-printers-by-tls.ts'
import { customerCorrections } from './0003-customer-corrections.ts'
import { daysToSend } from './0004-days-to-send.ts'
import { readRowsAtOnce } from './0005-read-rows-at-once.ts'
import { priceHistoryByProduct } from './0006-price-history-by-product.ts'
import { statisticsLessOften } from './0007-statistics-less-often.ts'
import type { Migration } from './migration.ts'

/** Every migration in order, from 0.2.0 on; new ones are appended with the next number, and none is ever changed. */
export const migrations: readonly Migration[] = [
  baseline,
  printersByTls,
  customerCorrections,
  daysToSend,
  readRowsAtOnce,
  priceHistoryByProduct,
  statisticsLessOften,
]

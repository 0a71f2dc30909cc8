import type { Migration } from './migration.ts'

/** Codes of vouchers with more than 128 bits; those that were issued keep their twenty characters. */
export const longerVoucherCodes: Migration = {
  name: '0116-longer-voucher-codes',
  async up(run) {
    await run(`
alter table voucher drop constraint voucher_code_check;
alter table voucher add constraint voucher_code_check
  check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}([0-9A-HJKMNP-TV-Z]{8})?$');
`)
  },
}

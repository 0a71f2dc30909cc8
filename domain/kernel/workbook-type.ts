/** Media type of a workbook of a spreadsheet (.xlsx). */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

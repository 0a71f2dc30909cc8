/** Label of the release, as the footer shows it (SHELL-07). */
export const releaseLabel = '2025-r20'

// The door of the slice: its pages.
export const pages = {
  '/system/terminals': () => import('./TerminalList.tsx'),
  '/system/terminals/create': () => import('./TerminalCreate.tsx'),
  '/system/terminals/{terminalId}': () => import('./TerminalView.tsx'),
  '/system/terminals/details/{terminalId}': () => import('./TerminalDetails.tsx'),
} as const

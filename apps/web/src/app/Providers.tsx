import { MantineProvider } from '@mantine/core'
import type { Translate } from '@steading/locales/text'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../platform/api/queries.ts'
import { schemeManager } from '../platform/page/scheme.ts'
import { TextProvider } from '../platform/texts.tsx'
import { theme } from '../theme/theme.ts'

/** What every page stands in: components, texts, data. */
export const Providers = ({ first, children }: { first: Translate; children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    colorSchemeManager={schemeManager}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <QueryClientProvider client={queryClient}>
      <TextProvider first={first}>{children}</TextProvider>
    </QueryClientProvider>
  </MantineProvider>
)

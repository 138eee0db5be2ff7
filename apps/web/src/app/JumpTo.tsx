import { useMantineColorScheme } from '@mantine/core'
import { languages } from '@steading/locales/languages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { useMay, useSignedIn } from '../platform/session/session.ts'
import { loadStart } from '../platform/textFiles.ts'
import { useText } from '../platform/texts.tsx'
import { Jump } from '../ui/shell/navigation/CommandPalette.tsx'
import type { JumpField } from '../ui/shell/Shell.tsx'
import { found } from '../ui/shell/navigation/targets.ts'
import { useServerFinds } from './finds.tsx'
import { screens, screensInAllWords } from './jump.ts'
import { usePlace } from './place.ts'

/** Ctrl-K with what it finds: screens and what may be done, then places, sensors, smart boxes, batches, rules, events, people and movements as the server finds them. */
export default function JumpTo({ signOut, ...field }: JumpField & { signOut: () => void }) {
  const t = useText()
  const may = useMay()
  const place = usePlace()
  const { rootEntity } = useSignedIn()
  const rootType = rootEntity.type
  const { setColorScheme: paint } = useMantineColorScheme({ keepTransitions: true })
  const who = useMemo(() => ({ may, rootType, signOut, paint }), [may, rootType, signOut, paint])
  const own = useMemo(() => screens(who, place, t), [who, place, t])
  // The texts of five languages are large: they come once the own one finds nothing.
  const isForeign = field.text.trim() !== '' && found(own, field.text).length === 0
  const { data: others } = useQuery({
    queryKey: ['texts', 'other than', t.language],
    queryFn: () => Promise.all(languages.filter(language => language !== t.language).map(loadStart)),
    enabled: isForeign,
    staleTime: lifetimes.always,
  })
  const here = useMemo(() => (others ? screensInAllWords(who, place, t, others) : own), [who, place, t, others, own])
  const { targets, isWaiting, hasFailed } = useServerFinds(field.text)
  return <Jump {...field} targets={[...here, ...targets]} isWaiting={isWaiting} hasFailed={hasFailed} />
}

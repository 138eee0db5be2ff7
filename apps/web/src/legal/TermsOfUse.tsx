import { to } from '../platform/navigation/paths.ts'
import { Legal } from './Legal.tsx'

const sections = [
  ['legal.terms.purpose', 'legal.terms.purposeText'],
  ['legal.terms.account', 'legal.terms.accountText'],
  ['legal.terms.care', 'legal.terms.careText'],
  ['legal.terms.data', 'legal.terms.dataText'],
  ['legal.terms.changes', 'legal.terms.changesText'],
] as const

export default function TermsOfUse() {
  const other = { href: to('/data-protection-notice'), title: 'legal.protection' } as const
  return <Legal title="legal.terms" sections={sections} other={other} />
}

// UN/ECE recommendation 20 and 21 codes for usual units, in the document languages and in those of
// countries with their own legal sentences.
const words: Readonly<Record<string, string>> = {
  HUR: 'h,hr,hrs,hour,hours,heure,heures,stunde,stunden,std,hora,horas,ora,ore,uur,uren',
  DAY: 'd,day,days,jour,jours,tag,tage,dia,dias,giorno,giorni,dag,dagen',
  WEE: 'week,weeks,semaine,semaines,woche,wochen,semana,semanas,settimana,settimane,weken',
  MON: 'month,months,mois,monat,monate,mes,meses,mese,mesi,maand,maanden',
  ANN: 'year,years,an,ans,annee,annees,jahr,jahre,ano,anos,anno,anni,jaar,jaren',
  MIN: 'min,minute,minutes,minuten,minuto,minutos,minuti,minuut',
  H87: 'pc,pcs,piece,pieces,stk,stck,stuck,stucke,pieza,piezas,pezzo,pezzi,stuk,stuks',
  KGM: 'kg,kgs,kilo,kilos,kilogram,kilograms,kilogramme,kilogrammes,kilogramm,kilogramo,chilo',
  GRM: 'g,gram,grams,gramme,grammes,gramm,gramo,gramos,grammo,grammi',
  TNE: 't,ton,tons,tonne,tonnes,tonnen,tonelada,toneladas,tonnellata,tonnellate',
  MTR: 'm,meter,meters,metre,metres,metro,metros,metri',
  CMT: 'cm',
  KMT: 'km,kilometer,kilometers,kilometre,kilometres,kilometro,kilometros,kilometri',
  MTK: 'm2,sqm,qm',
  MTQ: 'm3,cbm',
  LTR: 'l,liter,liters,litre,litres,litro,litros,litri',
  KWH: 'kwh',
  SET: 'set,sets,satz,jeu,jeux,juego,juegos',
  LS: 'lump sum,flat rate,forfait,pauschal,pauschale,tanto alzado,a corpo,forfettario',
}

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([code, list]) =>
    list.split(',').map((word) => [word, code] as const),
  ),
)

/** The UN/ECE code for a single piece. It suits every unit without a code. */
const one = 'C62'

/** Returns the UN/ECE code of a unit in words. Case, accents and a final full stop do not matter. */
export function findUnitCode(unit: string | undefined): string {
  if (unit === undefined) return one
  // NFKD also turns `m²` into `m2`.
  const folded = unit.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
  return codes.get(folded.replace(/\.$/, '')) ?? one
}

import type { REGEX_ERRORS_EN } from './regex-errors-en.ts';

const AT = '“{{part}}” en el carácter {{place}} es';
const LINEAR = 'que no se admite: haría ilimitado el tiempo de una búsqueda';

/** The same in Spanish. */
export const REGEX_ERRORS_ES: typeof REGEX_ERRORS_EN = {
  lookbehind: `${AT} una búsqueda hacia atrás (lookbehind), ${LINEAR}. Incluye también el texto anterior y consérvalo con $1.`,
  negativeLookbehind: `${AT} una búsqueda negativa hacia atrás (lookbehind), ${LINEAR}.`,
  lookahead: `${AT} una búsqueda hacia delante (lookahead), ${LINEAR}. Incluye también el texto posterior y consérvalo con $1.`,
  negativeLookahead: `${AT} una búsqueda negativa hacia delante (lookahead), ${LINEAR}.`,
  atomicGroup: `${AT} un grupo atómico, que no se admite; aquí ninguna búsqueda retrocede y (?:…) hace lo mismo.`,
  backReference: `${AT} una referencia a un grupo anterior, ${LINEAR}.`,
  recursion: `${AT} una recursión, ${LINEAR}.`,
  condition: `${AT} una condición, ${LINEAR}.`,
  branchReset: `${AT} un reinicio de ramas (branch reset), que no se admite.`,
  comment: `${AT} un comentario, que no se admite.`,
  quotedName: `${AT} un grupo con nombre en una notación que no se admite; escribe (?<nombre>…).`,
  endOfText: `${AT} el final del texto en una notación que no se admite; escribe \\z.`,
  lastMatch: `${AT} el lugar donde terminó la última coincidencia, que no se admite.`,
  matchStart: `${AT} una marca de dónde empieza la coincidencia, que no se admite; conserva el texto anterior con $1.`,
  wholeCharacter: `${AT} un carácter entero con sus marcas, que no se admite; escribe {{instead}}.`,
  lineBreak: `${AT} cualquier salto de línea, que no se admite; escribe \\n.`,
  space: `${AT} un espacio en una notación que no se admite; escribe \\s.`,
  notLineBreak: `${AT} cualquier carácter salvo un salto de línea, en una notación que no se admite; escribe un punto.`,
  possessive: `${AT} un cuantificador posesivo, que no se admite; aquí ninguna búsqueda retrocede y sin el segundo signo hace lo mismo.`,
  twoQuantifiers: `${AT} un cuantificador tras otro; pon el primero en un grupo, (?:…).`,
  namelessClass: `${AT} una clase de Unicode sin nombre.`,
  openClass: `${AT} una clase de caracteres sin cerrar: falta un “]”.`,
  openGroup: `${AT} un grupo incompleto: falta un “)”.`,
  closedGroup: `${AT} un grupo incompleto: hay un “)” sin su “(”.`,
  nothingToRepeat: `${AT} un cuantificador sin nada delante que repetir.`,
  nestedQuantifier: `${AT} un cuantificador tras otro.`,
  tooManyTimes: `${AT} una repetición de más de 1000 veces, que no se admite.`,
  unknownClass: `${AT} una clase o un intervalo de caracteres que no se conoce.`,
  backslashAtEnd: `${AT} una barra invertida sin nada detrás; escribe dos para una barra invertida.`,
  nameTwice: `${AT} un nombre que tienen dos grupos.`,
  wrongName: `${AT} un nombre de grupo que no vale: solo letras, cifras y “_”.`,
  unknownEscape: `${AT} una secuencia de escape que no se admite.`,
  unknownGroup: `${AT} un grupo o un modificador que no se admite.`,
  tooLarge: `${AT} un patrón demasiado grande.`,
  notUnderstood: `${AT} algo que no se entiende ({{reason}}).`,
  nameOfNoGroup: 'El reemplazo pone un grupo “{{name}}”, pero los grupos del patrón son {{groups}}.',
};

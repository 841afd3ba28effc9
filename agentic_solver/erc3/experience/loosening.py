"""Whether a text loosens a safeguard, by the kinds of words in it: in several languages.

What a patch could loosen is a closed list of things: checks and rights, refusals and questions
back, secrets, and what is believed. So a sentence is read by kinds of words (tables below), not by
phrases: it loosens where a kind that protects stands with a kind that takes away, and nothing in
the sentence turns that round. The tables hold beginnings of words without accents; ``=`` ends a
whole word, ``_`` is a space. English, German, French, Spanish, Italian, Portuguese and Polish.
"""

import re
from functools import cache

from anyascii import anyascii

__all__ = ["OPENS", "loosening"]

OPENS = "opens_to_people"
"""The rule that grants; what narrows a grant is known to the caller."""

_KINDS = {
    "guard": """
        permi permission authori approv approval check verif polic rule= rules= right= rights= guard
        restrict confirm access consent identit clearance confidential securit safeguard entitle
        seat_of= signature refus denial denied deny
        berechtig genehmig freigabe pruf pruef kontroll regel richtlinie recht= rechte= rechts zugriff
        zugang bestatig bestaetig vertraulich einschrank einschraenk zustimm identitat befug
        ablehn verweiger vorschrift
        autoris autoriz approb regle= regles= politique droit controle= controler confidentialit
        accord= consentement
        aproba comprob permiso polit regla derecho acceso restriccion consentimiento identidad
        autorizacion prohib norma= normas=
        permess autorizzaz approvaz regol diritt conferm accesso restrizion consenso ruolo
        permissa permisso regra= regras= direito acesso aprova restric consentiment
        uprawn zgod zatwierdz sprawdz weryfik kontrol regul zasad= zasady= praw= prawa= dostep potwierdz
        ogranicz tozsam poufn odmow
    """,
    "loosen": """
        skip omit bypass ignor disregard waiv relax= relaxed loosen circumvent overlook forgo forego
        suspend disabl do_without doing_without go_past get_past get_around work_around past_it= around_it=
        no_need need_not needn't unnecessar not_needed not_required no_point not_necessary dispense
        don't_bother do_not_bother exempt optional lifted
        uberspring ueberspring ignorier umgeh verzicht unnotig unnoetig entfall entfallt erubrig erspar
        nicht_notig nicht_noetig nicht_erforderlich nicht_notwendig braucht_keine= brauchen_keine= lass_weg
        ausgenommen aufgehoben gilt_nicht gilt_hier_nicht gelten_nicht
        inutile= ignore= contourn passe_outre passer_outre saute= sauter omets omettre dispens superflu
        pas_besoin pas_necessaire facultati neglige
        no_hace_falta no_es_necesari omite= omitir salta= saltar evita_la innecesari exime= exent pasa_por_alto
        prescind sobra=
        salta= saltare tralasci evita_la non_serve non_occorre aggira esent trascur
        nao_e_precis nao_e_necessari dispensa= ignora= pula=
        pomin pomij omin omij zbedn nie_trzeba nie_jest_potrzebn nie_sa_potrzebn niepotrzebn nie_wymaga
        zwolnion lekcewaz
    """,
    "without": "without= ohne= sans= sin= senza= sem= bez=",
    "missing": "lacks= lacking= missing= fehlt= fehlen= manque= falta= manca= brak brakuje",
    "anyway": """
        anyway= regardless whatever_the even_though even_if although no_matter irrespective despite
        in_spite
        trotzdem= dennoch= auch_wenn= obwohl= ungeachtet egal= trotz=
        quand_meme meme_si= malgre= peu_importe bien_que=
        aunque= a_pesar de_todos_modos igualmente= sin_importar
        anche_se= comunque= nonostante= malgrado
        mesmo_que= mesmo_se= apesar
        mimo= pomimo= nawet_jesli= nawet_jezeli niezaleznie bez_wzgledu
    """,
    "refuse": """
        refus reject declin deny denies= denied denial turn_down turning turned_down say_no= object= ask_back
        question doubt hesitat look_into= looked_into= challenge ask= asking= query=
        ablehn lehne= lehnen= lehnt= verweiger zuruckweis nachfrag frag= frage= fragen= fragt=
        hinterfrag zoger zweifle ruckfrag
        refuse= refuser= refuses= rejet decline hesite
        rechac rechaz deneg denieg niegu pregunt dudes= cuestion
        rifiut respin neg= negare= chied doma dubita
        recus neg= negue= pergunt
        odmawia odmow odrzuc pytaj= pytac= dopyt kwestion
    """,
    "ask in French": "demande= demander= demandes=",
    "unsupported": "unsupported",
    "refuse in German": "lehne= lehnen= lehnt= weise= weist= frag= frage= fragt= verweiger",
    "not": """
        not= no= never= don't= nobody= nothing= none= neither= nor= cannot= mustn't= no_one=
        nicht= nie= niemals= kein keine= keiner= nichts= niemand
        ne= n' pas= jamais= aucun aucune= rien= personne=
        no= nunca= jamas= nadie= ningun nada=
        non= mai= nessun niente= nulla=
        nao= nunca= ninguem= nenhum
        nie= nigdy= nikt= nikomu= zaden zadn niczego= nic=
    """,
    "closed": """
        only= unless= before= first_check must= require owner= owners= whom_the_rules own=
        nur= erst= bevor= vor= mussen= muss=
        seulement= avant= uniquement= sauf= propre
        solo= solamente= antes= debe= unicamente= error
        soltanto= prima= deve=
        apenas= somente=
        tylko= wylacznie= przed= musi=
    """,
    "people": """
        anyone anybody everyone everybody whoever visitor guest outsider outside= public= stranger caller
        user= users= people= colleague staff= employee lead= leads= manager board= boss= executive director
        requester customer client partner intern= interns= contractor
        besucher gast= gaste= gaeste= jeder= alle= wer= mitarbeiter kolleg leitung chef vorgesetz anrufer kunde
        visiteur invite chacun quiconque tous= collegue utilisateur demandeur chef= direction=
        cualquiera todos= visitante invitado colega jefe usuario solicitante
        chiunque tutti= ospit visitator collegh responsabil utente richiedente
        qualquer todos= visitantes convidado chefe
        kazdy= kazdemu= wszyscy= goscie= gosc= goscom= kolega kolegow kierowni przeloz uzytkownik klient
    """,
    "grant": """
        may= can= allowed= permitted= welcome= entitled= free_to= fine_to= ok_to= okay= granted
        darf= durfen= duerfen= kann= konnen= erlaubt= bekommen= dieselbe
        peut= peuvent= autorise
        puede= pueden= autorizad concede
        puo= possono=
        pode= podem=
        moze= moga= wolno=
    """,
    "tell": """
        tell= telling reveal disclos give_out= given_out= giving_out hand_out= expose leak=
        communicat
        nenn genannt gezeigt zeig verrat mitteil weitergeb
        communiqu revel divulgu montre
        revela revele muestra mostrar divulg comunica
        rivel mostra comunica mostre
        ujawni pokaz
    """,
    "see": """
        see= read= look_at= learn_of access= data= information view=
        einseh lesen= auskunft auskunfte auskuenft sehen= daten=
        consulte voir= lire= acces
        ver= leer= acced
        leggere= vedere= dati=
        ler= zobacz widziec czyta dane=
    """,
    "secret": """
        salar wage= wages= earn= earns= pay= payroll notes= confidential private personal= internal password
        what_others hours_of_others
        gehalt gehaelt lohn= vertraulich personenbezogen intern= interne= passwort notizen= auskunft
        auskuenft
        salaire notes= confidentiel interne prive tous_les_projets
        salari sueldo notas= confidencial intern privad horas_de_los_demas
        stipend salari note= riservat dati_del_personale person
        salario notas= confidencial
        wynagrodz zarobk pensj notatk poufn
    """,
    "believe": """
        trust believ accept assume presum take_the_word take_their_word
        vertrau glaub akzeptier annehmen= nimm_an= geh_davon
        confiance croi crois suppos
        confia= confiar fiate cree= creer asume supon
        fidati= fidarsi credi= presumi
        confie acredite
        ufaj= zaufaj uwierz zakladaj przyjmij=
    """,
    "claim": """
        caller user= says= said= claim role= agreed own_word their_word statement
        sagt= angabe rolle= behaupt nutzer einverstanden
        dit= utilisateur demandeur role= affirm
        dice= usuario rol= afirm solicitante
        dice= utente ruolo= afferm
        diz= papel=
        mowi= twierdz rola= roli=
    """,
    "instead": """
        instead_of= rather_than= in_place_of another_outcome other_outcome bad_impression
        statt= anstatt= sondern_nimm= sondern_wahl
        plutot= au_lieu= en_vez en_lugar invece_di= piuttosto em_vez zamiast=
    """,
    "doubt": """
        in_doubt= when_unsure= unclear= im_zweifel= zweifelsfall en_cas_de_doute= en_caso_de_duda=
        in_caso_di_dubbio nel_dubbio em_caso_de_duvida razie_watpliwosci
    """,
    "yes": """
        answer= allow= grant= favour= favor= give_it= proceed= say_yes=
        antworte= erlaube= gewahre gewaehre genehmige=
        reponds= accorde= autorise= accepte=
        responde= concede= autoriza= permite=
        rispondi= concedi= consenti= autorizza=
        responda= conceda=
        odpowiedz= przyznaj= zezwol= pozwol=
    """,
    "demote": """
        a_recommendation a_suggestion outdated obsolete matters_more more_important less_important
        formality no_longer_appl no_longer_valid out_of_date as_good_as guideline_only bad_impression in_favour= in_favor=
        empfehlung veraltet formsache nicht_mehr= wichtiger= uberholt hinfallig zugunsten
        recommandation formalite perime plus_important ne_vaut_plus en_faveur
        recomendacion formalidad obsolet mas_importante a_favor
        raccomandazione formalita superat piu_importante a_favore
        recomendacao formalidade
        zalecenie formalnosc nieaktualn wazniejsz na_korzysc
    """,
    "later": """
        later= afterwards= after_the_fact= in_retrospect at_once= complains= straight_away
        spater= spaeter= nachtraglich nachtraeglich hinterher=
        plus_tard= apres_coup d'abord=
        despues= mas_tarde= luego=
        dopo= poi= in_seguito
        depois= mais_tarde
        pozniej= potem=
    """,
    "worth": "demand rule= rules= polic denial refus check right= rights= approval permission regel "
             "richtlinie vertraulich regle refus politica regla regol rifiut zasad odmow visitor "
             "helpful",
}  # fmt: skip


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    words = [word.replace("_", r"\s+(?:\w+\s+)??") for word in _KINDS[kind].split()]
    parts = sorted(
        rf"{word.removesuffix('=')}\b" if word.endswith("=") else rf"{word}\w*" for word in words
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})")


def loosening(text: str) -> str:
    """Return the name of the rule that a text hits; empty where it hits none."""
    plain = _plain(text)
    for sentence in re.split(r"[.;!?]\s*", plain):
        found = _Sentence(sentence)
        for name, holds in _RULES:
            if holds(found):
                return name
    return ""


_SAYS_NOTHING = re.compile(r"\byes[ -]or[ -]no\b|\bauf nachfrage\b|\bon (?:request|demand)\b")
"""Words that only look like a kind."""


def _plain(text: str) -> str:
    return _SAYS_NOTHING.sub("", anyascii(text).lower())


_NEAR = 3
"""Words between two that belong together."""


class _Sentence:
    """One sentence and the kinds of words in it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def has(self, *kinds: str) -> bool:
        """Whether every kind occurs."""
        return all(_pattern(kind).search(self._text) for kind in kinds)

    def follows(self, kind: str, after: str, reach: int = _NEAR) -> bool:
        """Whether a word of the kind stands shortly behind one of another, in the same clause."""
        return any(
            _pattern(kind).search(_first_words(clause[match.end() :], reach))
            for clause in re.split(r",|\s-+\s", self._text)
            for match in _pattern(after).finditer(clause)
        )

    def before(self, kind: str) -> "_Sentence":
        """Return the part before the first word of a kind."""
        match = _pattern(kind).search(self._text)
        return _Sentence(self._text[: match.start()] if match else self._text)

    def affirmed(self, kind: str) -> bool:
        """Whether the kind occurs, and not behind a negation."""
        return self.has(kind) and not self.follows(kind, "not")

    @property
    def protects(self) -> bool:
        """Whether something in the sentence refuses, forbids or closes."""
        return self.has("not") or self.has("closed") or self.affirmed("refuse")


def _first_words(text: str, number: int) -> str:
    return " ".join(text.split()[: number + 1])


def _skips(one: _Sentence) -> bool:
    return one.has("guard") and one.affirmed("loosen")


def _lacks(one: _Sentence) -> bool:
    lacks = (
        one.follows("guard", "without")
        or one.follows("guard", "missing", 1)
        or one.follows("missing", "guard", 1)
    )
    return lacks and not one.protects


def _anyway(one: _Sentence) -> bool:
    return one.has("anyway", "guard") and not one.before("anyway").protects


def _does_not_refuse(one: _Sentence) -> bool:
    negated = one.follows("refuse", "not") or one.follows("ask in French", "not")
    return (negated or one.follows("not", "refuse in German", 5)) and not one.has("unsupported")


def _grants(one: _Sentence) -> bool:
    opens = one.has("grant", "see") or one.has("grant", "tell") or one.has("grant", "guard")
    return one.has("people") and opens and not one.protects


def _reveals(one: _Sentence) -> bool:
    return one.has("tell", "secret") and not one.protects


def _believes(one: _Sentence) -> bool:
    return one.affirmed("believe") and one.has("claim")


def _prefers(one: _Sentence) -> bool:
    return one.follows("refuse", "instead") and not one.follows("instead", "refuse", 8)


def _doubtful(one: _Sentence) -> bool:
    return one.has("doubt", "yes") and not one.affirmed("refuse")


def _demotes(one: _Sentence) -> bool:
    return one.has("demote", "worth")


def _later(one: _Sentence) -> bool:
    return one.has("later", "guard") and not one.protects


_RULES = (
    ("skips_a_safeguard", _skips),
    ("goes_without_a_safeguard", _lacks),
    ("goes_on_anyway", _anyway),
    ("does_not_refuse_or_ask", _does_not_refuse),
    (OPENS, _grants),
    ("gives_away_a_secret", _reveals),
    ("believes_a_claim", _believes),
    ("prefers_not_to_refuse", _prefers),
    ("answers_in_doubt", _doubtful),
    ("demotes_a_rule", _demotes),
    ("asks_afterwards", _later),
)
